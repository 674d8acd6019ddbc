/** Reads fields of an object strictly and remembers every fault with its path, so that one message lists them all. Serves the loader of our own format. */
import { DatasetError } from "./errors.js";
import { describeType, getOwn, isObject, isUnsafeKey, quote } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";

/** More faults than this are counted, not listed. */
const SHOWN = 50;

export class Problems {
  private readonly lines: string[] = [];
  private count = 0;

  /** @param path E.g. `assets[3].tags`. */
  report(path: string, problem: string): void {
    this.count += 1;
    if (this.lines.length < SHOWN) this.lines.push(`${path}: ${problem}`);
  }

  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count > this.lines.length ? `; and ${this.count - this.lines.length} more` : "";
    throw new DatasetError(
      "invalid",
      `${this.count} of its values do not fit: ${this.lines.join("; ")}${more}`,
      "Correct them; nothing of the file was loaded.",
    );
  }
}

/** One object of the document under examination. Every reader returns a usable value; `Problems` says whether the whole may be used. */
export class StrictObject {
  private readonly object: JsonObject;
  private readonly valid: boolean;

  constructor(
    value: JsonValue,
    readonly path: string,
    private readonly problems: Problems,
    allowed: readonly string[],
  ) {
    this.object = isObject(value) ? value : {};
    this.valid = isObject(value);
    if (!this.valid) problems.report(path, `expected an object, got ${describeType(value)}`);
    for (const key of Object.keys(this.object)) {
      if (!allowed.includes(key)) problems.report(path, `unknown key ${quote(key, 60)} (known: ${allowed.join(", ")})`);
    }
  }

  /** Reports a fault of this object; what is no object has no further faults. */
  fault(problem: string, key?: string): void {
    if (this.valid) this.problems.report(key === undefined ? this.path : `${this.path}.${key}`, problem);
  }

  has(key: string): boolean {
    return getOwn(this.object, key) !== undefined;
  }

  text(key: string): string {
    const value = getOwn(this.object, key);
    if (typeof value === "string" && value.trim() !== "") return value;
    this.fault(`expected a text, got ${value === "" ? "an empty one" : describeType(value)}`, key);
    return "";
  }

  optionalText(key: string): string | undefined {
    return this.has(key) ? this.text(key) : undefined;
  }

  oneOf<Choice extends string>(key: string, choices: readonly Choice[]): Choice {
    const value = getOwn(this.object, key);
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.fault(`expected one of ${choices.join(", ")}${typeof value === "string" ? "" : `, got ${describeType(value)}`}`, key);
    return choice ?? choices[0]!;
  }

  /** An optional object with values of any kind. */
  map(key: string): JsonObject {
    const value = getOwn(this.object, key) ?? {};
    if (!isObject(value)) this.fault(`expected an object, got ${describeType(value)}`, key);
    const map = isObject(value) ? value : {};
    for (const name of Object.keys(map).filter(isUnsafeKey)) this.fault(`the key ${quote(name)} is not allowed`, key);
    return map;
  }

  /** An optional list of texts. */
  texts(key: string): string[] {
    return checkTexts(getOwn(this.object, key) ?? [], `${this.path}.${key}`, this.problems);
  }
}

export function checkTexts(value: JsonValue, path: string, problems: Problems): string[] {
  if (!Array.isArray(value)) {
    problems.report(path, `expected a list of texts, got ${describeType(value)}`);
    return [];
  }
  return value.flatMap((item, index) => {
    if (typeof item === "string") return [item];
    problems.report(`${path}[${index}]`, `expected a text, got ${describeType(item)}`);
    return [];
  });
}
