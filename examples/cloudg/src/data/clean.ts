/** The last wash before attributes are kept: hides what is secret by name, by look, or because it is marked elsewhere in the file. Serves all loaders. */
import { isObject, isUnsafeKey } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { measureShape, MAX_DEPTH } from "./json-text.js";
import { hideSecretText, isHarmless, isSecretName, secretsOfType, SENSITIVE } from "./secret-names.js";
import { SecretSet } from "./secret-set.js";

/** JSON inside a string inside JSON inside a string: below this nobody looks any more, so nothing is shown. */
const MAX_EMBEDDED = 3;
const WORTH_PARSING = /pass|pwd|secret|token|key|credential|connection|sas_/i;

interface Wash {
  secrets: SecretSet;
  embedded: number;
}

/**
 * A copy of the attributes of one resource, fit to be shown. Replaced by "(sensitive)": texts under names that are known for holding secrets
 * (`password`, `client_secret`, `private_key`, `access_key`, `token`, ...), the values of pairs such as `{name: "DB_PASSWORD", value: ...}`,
 * the secret attributes of particular types, private keys, passwords in URLs, and whatever `secrets` holds.
 */
export function cleanAttributes(attributes: JsonObject, type = "", secrets = new SecretSet()): JsonObject {
  const secretHere = new Set(secretsOfType(type));
  const wash: Wash = { secrets, embedded: 0 };
  return cleanObject(attributes, wash, (key) => secretHere.has(key));
}

/** A text from a file, such as a finding's message, fit to be shown. */
export function cleanText(text: string, secrets?: SecretSet): string {
  const known = secrets === undefined ? text : secrets.hide(text);
  return hideSecretText(known);
}

function cleanValue(value: JsonValue, wash: Wash): JsonValue {
  if (typeof value === "string") return cleanString(value, wash);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, wash));
  return isObject(value) ? cleanObject(value, wash, () => false) : value;
}

function cleanObject(object: JsonObject, wash: Wash, isSecretHere: (key: string) => boolean): JsonObject {
  const pair = isSecretPair(object);
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (isUnsafeKey(key)) continue;
    if (isSecretHere(key)) result[key] = hideAll(value);
    else result[key] = isSecretName(key) || (pair && /^value$/i.test(key)) ? hideTexts(value, wash) : cleanValue(value, wash);
  }
  return result;
}

/** `{name: "DB_PASSWORD", value: "..."}`, the way containers are given their environment. */
function isSecretPair(object: JsonObject): boolean {
  return ["name", "Name", "key", "Key"].some((key) => Object.hasOwn(object, key) && typeof object[key] === "string" && isSecretName(object[key]));
}

function hideAll(value: JsonValue): JsonValue {
  return value === null || value === "" ? value : SENSITIVE;
}

/** Under a secret name: hides texts, also listed ones; an object has names of its own to go by. */
function hideTexts(value: JsonValue, wash: Wash): JsonValue {
  if (typeof value === "string") return isHarmless(value) ? value : SENSITIVE;
  return Array.isArray(value) ? value.map((item) => hideTexts(item, wash)) : cleanValue(value, wash);
}

function cleanString(text: string, wash: Wash): string {
  const known = wash.secrets.hide(text);
  // In JSON a remembered value may be spelt with escapes, which only reading it undoes.
  const mayHide = /^\s*[[{]/.test(known) && (!wash.secrets.isEmpty || WORTH_PARSING.test(known));
  return hideSecretText(mayHide ? cleanEmbedded(known, wash) : known);
}

/** JSON in a string (a policy, container definitions): washed like the rest, and left as written when nothing had to go. */
function cleanEmbedded(text: string, wash: Wash): string {
  if (wash.embedded >= MAX_EMBEDDED || measureShape(text).depth > MAX_DEPTH) return SENSITIVE;
  const parsed = tryParse(text);
  if (parsed === undefined) return text;
  const before = JSON.stringify(parsed);
  const after = JSON.stringify(cleanValue(parsed, { ...wash, embedded: wash.embedded + 1 }));
  return before === after ? text : after;
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
