/** Remembers values that a file marks as sensitive, and finds them again where the mark was lost. Lives for one load; nothing keeps it. */
import { getOwn, isObject } from "./json.js";
import type { JsonValue } from "./json.js";
import { isSecretName, SENSITIVE } from "./secret-names.js";

/** Shorter values would hide half the file. */
const MIN_WHOLE = 3;
/** From this length on a value is also found inside longer texts, such as a connection string. */
const MIN_PART = 8;
const TOO_COMMON: ReadonlySet<string> = new Set(["true", "false", "null"]);

export class SecretSet {
  private readonly whole = new Set<string>();
  /** Long secrets by their first characters, so that a text is searched once however many there are. */
  private readonly parts = new Map<string, string[]>();
  /** How the long ones begin: a number for the first two characters, to pass over most of a text without cutting it up. */
  private readonly starts = new Set<number>();

  /** Takes every text inside the value. */
  add(value: JsonValue): void {
    if (typeof value === "string") this.addText(value);
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (isObject(value)) for (const item of Object.values(value)) this.add(item);
  }

  /**
   * Takes the value of a sensitive output. An output that is a whole resource (it has an id) is sensitive for one attribute's sake:
   * only what is called a secret counts, else the resource's own id and region would vanish everywhere.
   */
  addOutput(value: JsonValue): void {
    if (Array.isArray(value)) for (const item of value) this.addOutput(item);
    else if (!isObject(value)) this.add(value);
    else {
      const isResource = ["id", "arn", "self_link"].some((key) => getOwn(value, key) !== undefined);
      for (const [key, item] of Object.entries(value)) {
        if (!isResource || isSecretName(key)) this.add(item);
        else if (typeof item === "object") this.addSecretlyNamed(item);
      }
    }
  }

  /** Takes a value back: it turned out to be no secret. */
  forget(text: string): void {
    if (!this.whole.delete(text)) return;
    const start = text.slice(0, MIN_PART);
    const others = this.parts.get(start)?.filter((secret) => secret !== text) ?? [];
    if (others.length === 0) this.parts.delete(start);
    else this.parts.set(start, others);
  }

  /** The text with every remembered value replaced. */
  hide(text: string): string {
    if (this.whole.has(text)) return SENSITIVE;
    if (this.parts.size === 0 || text.length < MIN_PART) return text;
    let result = "";
    let kept = 0;
    for (let at = 0; at <= text.length - MIN_PART; at += 1) {
      if (!this.starts.has(startOf(text, at))) continue;
      const secret = this.parts.get(text.slice(at, at + MIN_PART))?.find((candidate) => text.startsWith(candidate, at));
      if (secret === undefined) continue;
      result += text.slice(kept, at) + SENSITIVE;
      kept = at + secret.length;
      at = kept - 1;
    }
    return kept === 0 ? text : result + text.slice(kept);
  }

  private addSecretlyNamed(value: JsonValue): void {
    if (Array.isArray(value)) for (const item of value) this.addSecretlyNamed(item);
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (isSecretName(key)) this.add(item);
        else this.addSecretlyNamed(item);
      }
    }
  }

  private addText(text: string): void {
    if (text.length < MIN_WHOLE || TOO_COMMON.has(text) || this.whole.has(text)) return;
    this.whole.add(text);
    if (text.length < MIN_PART) return;
    this.starts.add(startOf(text, 0));
    const start = text.slice(0, MIN_PART);
    const others = this.parts.get(start) ?? [];
    // The longest first: a secret that continues another must not leave its tail behind.
    this.parts.set(
      start,
      [...others, text].sort((one, other) => other.length - one.length),
    );
  }
}

function startOf(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}
