/** Checks a policy document as it was read and gives it camelCase keys; every fault is found at once. Serves load. */
import { validateSync } from "class-validator";
import { isPlain } from "../schema/check-any.js";
import { suggestKey } from "../schema/suggest-key.js";
import { quoteShort } from "../model/name.js";
import type { PolicyDocument } from "./document.js";
import { readMessage } from "./document-classes.js";
import type { Shape } from "./document-shapes.js";
import { POLICY_SHAPE } from "./document-shapes.js";
import type { PolicyFault } from "./policy-error.js";
import { PolicyError } from "./policy-error.js";
import type { KeyPath, ReadDocument } from "./read-document.js";

/** @throws PolicyError with every fault of the document. */
export function checkDocument(source: Pick<ReadDocument, "value" | "locate">): PolicyDocument {
  const check = new DocumentCheck(source.locate);
  const document = check.walk(source.value, POLICY_SHAPE, []);
  if (check.faults.length > 0) throw new PolicyError(check.faults);
  return document;
}

class DocumentCheck {
  readonly faults: PolicyFault[] = [];

  constructor(private readonly locate: (path: KeyPath) => string) {}

  walk(value: unknown, shape: Shape, path: KeyPath): object {
    if (!isMap(value)) {
      this.#report(path, `${shape.label} is a map of keys; this is ${Array.isArray(value) ? "a list" : value === null ? "nothing" : `a ${typeof value}`}`);
      return {};
    }
    const given = this.#nameKeys(value, shape, path);
    const fields = new shape.fields() as Record<string, unknown>;
    for (const [key, { value: found }] of given) fields[key] = shape.tidy?.(key, found) ?? found;
    this.#validate(fields, given, path);
    const document: Record<string, unknown> = {};
    for (const [key, { written }] of given) document[key] = this.#descend(fields[key], shape, key, [...path, written]);
    return document;
  }

  /** CamelCase name → the key as written. */
  #nameKeys(value: Record<string, unknown>, shape: Shape, path: KeyPath): Map<string, Written> {
    const given = new Map<string, Written>();
    for (const written of Object.keys(value)) {
      const key = shape.keys.find((known) => known === written || toSnake(known) === written);
      const other = key === undefined ? undefined : given.get(key);
      if (key === undefined) this.#report([...path, written], unknownKey(written, shape));
      else if (other !== undefined) this.#report([...path, written], `"${other.written}" and "${written}" are the same key; keep one of them`);
      else given.set(key, { written, value: value[written] });
    }
    return given;
  }

  #validate(fields: object, given: ReadonlyMap<string, Written>, path: KeyPath): void {
    for (const { property, constraints = {} } of validateSync(fields, { forbidUnknownValues: false })) {
      const at = [...path, given.get(property)?.written ?? property];
      for (const message of Object.values(constraints)) {
        const { problem, index } = readMessage(message);
        this.#report(index === undefined ? at : [...at, index], problem);
      }
    }
  }

  #descend(value: unknown, shape: Shape, key: string, path: KeyPath): unknown {
    const nested = Object.hasOwn(shape.nested, key) ? shape.nested[key] : undefined;
    if (nested === undefined || value === null || value === undefined) return value;
    if (nested.as === "one") return this.walk(value, nested.shape, path);
    // What is no list or no map has been reported.
    if (nested.as === "list") return Array.isArray(value) ? value.map((item: unknown, i) => this.walk(item, nested.shape, [...path, i])) : [];
    if (!isMap(value)) return {};
    // An empty role is a name that a person may be given, without rights of its own.
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.walk(item ?? {}, nested.shape, [...path, name])]));
  }

  #report(path: KeyPath, problem: string): void {
    this.faults.push({ where: this.locate(path), path: path.map((key) => (typeof key === "number" ? String(key) : shownKey(key))).join("."), problem });
  }
}

interface Written {
  readonly written: string;
  readonly value: unknown;
}

function unknownKey(written: string, shape: Shape): string {
  const near = suggestKey(written, shape.keys);
  return `unknown key; ${near === undefined ? `the keys of ${shape.label} are ${shape.keys.join(", ")}` : `did you mean ${near}?`}`;
}

function shownKey(key: string): string {
  return /^[\w-]{1,80}$/.test(key) ? key : quoteShort(key);
}

function toSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && isPlain(value);
}
