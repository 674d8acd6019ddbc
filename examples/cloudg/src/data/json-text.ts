/** From the bytes of a file to a JSON value: encoding, size and depth checked first, syntax errors located. The first stage of loading. */
import { DatasetError } from "./errors.js";
import type { JsonValue } from "./json.js";

/** Deeper documents are refused, so that everything behind this stage may recurse. */
export const MAX_DEPTH = 200;
/** More values than a 64 MiB inventory has; a file of nothing but brackets would otherwise take gigabytes. */
export const MAX_VALUES = 5_000_000;

/** @throws DatasetError when the bytes are no UTF-8 (a byte order mark is fine), no JSON, or out of proportion. */
export function parseJsonBytes(bytes: Uint8Array): JsonValue {
  return parseJsonText(decodeUtf8(bytes));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new DatasetError("not-utf8", `it is not UTF-8 text${utf16 ? " but starts like UTF-16" : ""}`, "Save it as UTF-8 and load it again.");
  }
}

function parseJsonText(text: string): JsonValue {
  if (text.trim() === "") throw new DatasetError("not-json", "it is empty", "Write the JSON again with the tool it came from.");
  const shape = measureShape(text);
  if (shape.depth > MAX_DEPTH)
    throw new DatasetError("too-deep", `it is nested more than ${MAX_DEPTH} levels deep`, "No supported tool writes such a file; check where it came from.");
  if (shape.values > MAX_VALUES)
    throw new DatasetError("too-large", `it holds more than ${MAX_VALUES} values`, "Load a smaller part, such as one state or one scan at a time.");
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw notJson(text, shape, error);
  }
}

export interface Shape {
  /** The deepest nesting of lists and objects. */
  depth: number;
  /** An upper bound of the number of values. */
  values: number;
  /** Brackets that nothing closes. */
  open: number;
  /** The text ends inside a string. */
  inString: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Walks the brackets, commas and strings of a JSON text, valid or not, without building anything. */
export function measureShape(text: string): Shape {
  let depth = 0;
  let values = 1;
  let open = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      open += 1;
      values += 1;
      if (open > depth) depth = open;
    } else if (code === 0x5d || code === 0x7d) open -= 1;
    else if (code === 0x2c) values += 1;
  }
  return { depth, values, open: Math.max(open, 0), inString };
}

/** JSON.parse's own message is not passed on: it quotes what it stumbled over, and the file need not be one the caller may see. */
function notJson(text: string, shape: Shape, error: unknown): DatasetError {
  const offset = /at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  const where = offset === undefined ? "" : ` at ${locate(text, Number(offset))}`;
  if (shape.open > 0 || shape.inString) {
    const end = shape.inString ? "it ends inside a string" : `${shape.open} of its brackets are never closed`;
    return new DatasetError("not-json", `it is not JSON${where}; it looks truncated: ${end}`, "Copy or write the whole file again.");
  }
  return new DatasetError("not-json", `it is not JSON${where}`, "Load a JSON file, such as the output of `terraform show -json`.");
}

function locate(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `line ${line}, column ${offset - (before.lastIndexOf("\n") + 1) + 1}`;
}
