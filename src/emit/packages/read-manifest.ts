/** Reads the `cloudg-mcp.schemas.json` of a package. Others wrote it, so nothing in it is believed before it was looked at. */
import { readFileSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { KINDS } from "../../model/kinds.js";
import { MANIFEST_FORMAT } from "../../schema/manifest.js";
import type { DiagnosticCode } from "../diagnostics.js";
import type { ManifestFile } from "../manifest-file.js";
import type { PackageFolder } from "../package-of.js";
import { findJsonFault } from "./json-fault.js";

export const MANIFEST_NAME = "cloudg-mcp.schemas.json";

/** Beyond what a thousand tools need. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 200;

export type ReadManifest =
  { readonly manifest: ManifestFile } | { readonly fault: { readonly code: DiagnosticCode; readonly problem: string; readonly remedy: string } } | "absent";

/** Where the package says its schemas are: `exports["./cloudg-mcp.schemas.json"]`, else beside its package.json. */
export function locateManifest({ folder, json }: PackageFolder): string {
  const exports = json["exports"];
  const entry = isRecord(exports) && Object.hasOwn(exports, `./${MANIFEST_NAME}`) ? firstPath(exports[`./${MANIFEST_NAME}`]) : undefined;
  const file = entry === undefined ? undefined : resolve(folder, entry);
  return file?.startsWith(folder + sep) ? file : join(folder, MANIFEST_NAME);
}

/** Of an export's conditions, which all name the same JSON. */
function firstPath(entry: unknown, depth = 0): string | undefined {
  if (typeof entry === "string") return entry;
  if (!isRecord(entry) || depth > 8) return undefined;
  return Object.values(entry)
    .map((value) => firstPath(value, depth + 1))
    .find((path) => path !== undefined);
}

export function readManifest(file: string): ReadManifest {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) return damaged(`it has ${size} bytes, which no catalogue needs`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : damaged(`it cannot be read (${code ?? String(error)})`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    return damaged(fault === undefined ? "it is no JSON" : `it is no JSON from line ${fault.line}, column ${fault.column} on`);
  }
  if (isTooDeep(value)) return damaged(`it nests deeper than ${MAX_DEPTH} levels`);
  return checkFormat(value);
}

function checkFormat(value: unknown): ReadManifest {
  if (!isRecord(value)) return damaged("it is no object");
  const { format, generator } = value;
  if (typeof format !== "number" || typeof generator !== "string") return damaged(`it has no ${typeof format !== "number" ? "/format" : "/generator"}`);
  if (format !== MANIFEST_FORMAT) {
    const problem = `was emitted by cloudg-mcp ${printable(generator)} in format ${format}, and this version reads format ${MANIFEST_FORMAT}`;
    return { fault: { code: "CG6002", problem, remedy: "Install versions of both that were made with one version of cloudg-mcp." } };
  }
  const place = findDamage(value);
  return place === undefined ? { manifest: value as unknown as ManifestFile } : damaged(`${printable(place)} is not what belongs there`);
}

function damaged(what: string): ReadManifest {
  return {
    fault: {
      code: "CG6003",
      problem: `is damaged: ${what}`,
      remedy: "Install the package again, or ask its author for a release with what `npx cloudg-mcp schemas` wrote.",
    },
  };
}

type Find = (value: unknown) => string | undefined;

/** The JSON pointer of the first thing that is not of the form the emitter writes. */
function findDamage(manifest: Readonly<Record<string, unknown>>): string | undefined {
  return (
    inMap("/classes", manifest["classes"], inMapOf(findEntryDamage)) ??
    (manifest["declarations"] === undefined ? undefined : inMap("/declarations", manifest["declarations"], findDeclarationDamage))
  );
}

const inMapOf =
  (find: Find): Find =>
  (value) =>
    inMap("", value, find);

/** Of the first entry in which `find` sees something; the map itself where it is none. */
function inMap(pointer: string, value: unknown, find: Find): string | undefined {
  if (!isRecord(value)) return pointer;
  for (const [key, entry] of Object.entries(value)) {
    const place = find(entry);
    if (place !== undefined) return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}${place}`;
  }
  return undefined;
}

const findEntryDamage: Find = (entry) => {
  if (!isRecord(entry)) return "";
  if (typeof entry["kind"] !== "string" || !Object.hasOwn(KINDS, entry["kind"])) return "/kind";
  if (!isListOf(entry["params"], "string")) return "/params";
  if (!isRecord(entry["schema"])) return "/schema";
  if (!isOptional(entry["description"], "string")) return "/description";
  if (entry["output"] !== undefined && !isRecord(entry["output"])) return "/output";
  return isOptional(entry["source"], "string") ? undefined : "/source";
};

const findDeclarationDamage: Find = (declaration) => {
  if (!isRecord(declaration)) return "";
  const { name, hidden, members, properties } = declaration;
  if (!isOptional(name, "string")) return "/name";
  if (hidden !== undefined && !isListOf(hidden, "string")) return "/hidden";
  return (
    (members === undefined ? undefined : inMap("/members", members, findMemberDamage)) ??
    (properties === undefined ? undefined : inMap("/properties", properties, findRecordDamage))
  );
};

const findMemberDamage: Find = (member) => {
  if (!isRecord(member)) return "";
  const { target, output, parameters } = member;
  if (target !== null && !isOptional(target, "string")) return "/target";
  if (output !== undefined && output !== "returned" && output !== "declared") return "/output";
  return parameters === undefined ? undefined : inMap("/parameters", parameters, findRecordDamage);
};

const findRecordDamage: Find = (record) => {
  if (!isRecord(record)) return "";
  const { description, constraints, transform } = record;
  if (!isOptional(description, "string")) return "/description";
  if (transform !== undefined && !(isRecord(transform) && isOptional(transform["name"], "string") && transform["name"] !== "__proto__")) return "/transform";
  if (constraints === undefined) return undefined;
  if (!Array.isArray(constraints)) return "/constraints";
  const at = constraints.findIndex((constraint) => !isConstraint(constraint));
  return at < 0 ? undefined : `/constraints/${at}`;
};

const NUMBERS = /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|m(?:in|ax)(?:Length|Items|Properties))$/;

function isConstraint(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value["keywords"]) || typeof value["label"] !== "string") return false;
  const { rank, depth = 0 } = value;
  const isCount = (number: unknown, max: number) => typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= max;
  return isCount(rank, 3) && isCount(depth, 16) && Object.entries(value["keywords"]).every(([keyword, said]) => isKeyword(keyword, said));
}

/** `$…` is the emitter's own, and `__proto__` would not be a keyword but a prototype. */
function isKeyword(keyword: string, said: unknown): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(keyword)) return false;
  if (NUMBERS.test(keyword)) return typeof said === "number";
  if (keyword === "enum") return Array.isArray(said);
  if (keyword !== "pattern") return !["type", "format", "contentEncoding"].includes(keyword) || typeof said === "string";
  if (typeof said !== "string") return false;
  try {
    new RegExp(said);
    return true;
  } catch {
    return false;
  }
}

/** With a list and no recursion, which is what it guards. */
function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? (Object.values(value) as unknown[]) : []));
  }
  return false;
}

function isListOf(value: unknown, type: "string"): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}

function isOptional(value: unknown, type: "string"): boolean {
  return value === undefined || typeof value === type;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words of a stranger's in a message: short, on one line. */
function printable(text: string): string {
  return JSON.stringify(text.slice(0, 120)).slice(1, -1);
}
