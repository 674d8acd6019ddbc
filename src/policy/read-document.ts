/** Turns what a host or operator gives for a policy (object, inline text, file) into a value, with the places of its keys for messages. Serves load. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { TextDecoder } from "node:util";
import type { Tags } from "yaml";
import { PolicyError } from "./policy-error.js";

export type KeyPath = readonly (string | number)[];

export interface ReadDocument {
  readonly value: unknown;
  /** What `name` defaults to. */
  readonly name: string;
  /** Absolute, of a file: documents that extend one another in a circle are known by it. */
  readonly file: string | undefined;
  /** Where relative `extends` start. */
  readonly folder: string;
  /** The document, with line and column where the text has them. */
  locate(path: KeyPath): string;
}

/** A megabyte of policy is a mistake. */
const MAX_BYTES = 1024 * 1024;
/** How often aliases may be resolved: more is an attempt to fill the memory. */
const MAX_ALIASES = 100;

export function readObject(value: object, folder: string): ReadDocument {
  return { value, name: "custom", file: undefined, folder, locate: () => "policy" };
}

/** Inline YAML or JSON, as opposed to a path or a profile's name. */
export function isInline(text: string): boolean {
  return /[\n\r]/.test(text) || /^\s*\{/.test(text) || /^\s*[A-Za-z_]+:(?:\s|$)/.test(text);
}

export function readInline(text: string, folder: string): Promise<ReadDocument> {
  return parseText(text, { label: "inline policy", name: "custom", file: undefined, folder });
}

/** @param shown How the path is written where it was named. */
export async function readPolicyFile(file: string, shown: string): Promise<ReadDocument> {
  const bytes = await readBytes(file, shown);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw failure(shown, "is not UTF-8 text; save it as UTF-8", cause);
  }
  return parseText(text, { label: shown, name: path.basename(file).replace(/\.(?:ya?ml|json)$/i, ""), file, folder: path.dirname(file) });
}

async function readBytes(file: string, shown: string): Promise<Buffer> {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) throw failure(shown, "is a folder, not a policy document");
    if (facts.size > MAX_BYTES) throw failure(shown, `has ${facts.size} bytes; a policy document has at most ${MAX_BYTES}`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw failure(shown, code === "ENOENT" ? `there is no such file (${file})` : `cannot be read (${code})`, error);
  }
}

interface TextOrigin extends Omit<ReadDocument, "value" | "locate"> {
  readonly label: string;
}

async function parseText(text: string, { label, ...origin }: TextOrigin): Promise<ReadDocument> {
  if (text.length > MAX_BYTES) throw failure(label, `has ${text.length} characters; a policy document has at most ${MAX_BYTES}`);
  const { LineCounter, parseDocument, isMap, isPair, isScalar, isSeq, isNode, isAlias } = await import("yaml");
  const lineCounter = new LineCounter();
  const place = (offset: number | undefined): string => {
    if (offset === undefined) return label;
    const { line, col } = lineCounter.linePos(offset);
    return `${label}:${line}:${col}`;
  };
  try {
    // The documents of other systems are YAML 1.1, of which JSON is a part.
    const document = parseDocument(text, { version: "1.1", customTags: withoutLetters, lineCounter, prettyErrors: false });
    const [fault] = [...document.errors, ...document.warnings];
    // One slip in a bracket makes all that follows wrong: the first is the one to mend.
    if (fault !== undefined) throw failure(place(fault.pos[0]), describeSyntax(fault));
    const locate = (keys: KeyPath): string => {
      let node: unknown = document.contents;
      let offset = isNode(node) ? node.range?.[0] : undefined;
      for (const key of keys) {
        if (isAlias(node)) node = node.resolve(document);
        const inner: unknown = isSeq(node)
          ? node.items[Number(key)]
          : isMap(node)
            ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
            : undefined;
        if (inner === undefined) break;
        const marked: unknown = isPair(inner) ? inner.key : inner;
        offset = (isNode(marked) ? marked.range?.[0] : undefined) ?? offset;
        node = isPair(inner) ? inner.value : inner;
      }
      return place(offset);
    };
    return { ...origin, value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, locate };
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    if (error instanceof RangeError) throw failure(label, "is nested too deeply", error);
    throw failure(label, error instanceof Error ? error.message : String(error), error);
  }
}

/** YAML 1.1 takes a lone y or n for a boolean; its parsers elsewhere do not, and they make good names. */
function withoutLetters(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag !== "object" || tag.tag !== "tag:yaml.org,2002:bool" || !("test" in tag) || tag.test === undefined) return tag;
    const { test } = tag;
    return { ...tag, test: new RegExp(`^(?!.$)(?:${test.source})`, test.flags) };
  });
}

function describeSyntax({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === "MULTIPLE_DOCS") return "a second document begins here; a policy is one document";
  return message.includes("call stack") ? "is nested too deeply" : message;
}

function failure(where: string, problem: string, cause?: unknown): PolicyError {
  return new PolicyError([{ where, path: "", problem }], cause === undefined ? undefined : { cause });
}
