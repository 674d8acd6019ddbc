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
  /** How long the secrets are that begin with these characters, the longest first: a text is searched once, however many secrets there are. */
  private readonly lengths = new Map<string, number[]>();
  /** The same beginnings, shorter: a number for two characters, to pass over most of a text without cutting it up. */
  private readonly starts = new Set<number>();

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

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
    this.whole.delete(text);
  }

  /** The text with every remembered value replaced. */
  hide(text: string): string {
    if (this.whole.has(text)) return SENSITIVE;
    if (this.lengths.size === 0) return text;
    let result = "";
    let kept = 0;
    for (let at = 0; at <= text.length - MIN_PART; at += 1) {
      const length = this.starts.has(startOf(text, at)) ? this.secretAt(text, at) : undefined;
      if (length === undefined) continue;
      result += text.slice(kept, at) + SENSITIVE;
      kept = at + length;
      at = kept - 1;
    }
    return kept === 0 ? text : result + text.slice(kept);
  }

  /** The length of the longest secret at this place: a secret that continues another must not leave its tail behind. */
  private secretAt(text: string, at: number): number | undefined {
    return this.lengths.get(text.slice(at, at + MIN_PART))?.find((length) => this.whole.has(text.slice(at, at + length)));
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
    if (text.length < MIN_WHOLE || TOO_COMMON.has(text)) return;
    this.whole.add(text);
    if (text.length < MIN_PART) return;
    this.starts.add(startOf(text, 0));
    const beginning = text.slice(0, MIN_PART);
    const lengths = this.lengths.get(beginning) ?? [];
    if (lengths.includes(text.length)) return;
    this.lengths.set(
      beginning,
      [...lengths, text.length].sort((one, other) => other - one),
    );
  }
}

function startOf(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);
}
