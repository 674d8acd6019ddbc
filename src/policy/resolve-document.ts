/** Finds the document that a host or operator means, and what it extends, up to the profile it began with. Serves load. */
import path from "node:path";
import { quoteShort } from "../model/name.js";
import { suggestKey } from "../schema/suggest-key.js";
import type { PolicyDocument, PolicyInput } from "./document.js";
import { mergeDocuments, settleDocument } from "./merge.js";
import { PolicyError } from "./policy-error.js";
import { isProfileName, PROFILE_DOCUMENTS, PROFILE_NAMES } from "./profile-documents.js";
import type { ReadDocument } from "./read-document.js";

/** With everything it extends laid under it. */
export interface ResolvedDocument {
  readonly name: string;
  readonly document: PolicyDocument;
  /** What it extends, nearest first: profiles and files as they were named. */
  readonly chain: readonly string[];
}

/** @throws PolicyError for a document that cannot be found, read or used, and for a circle of `extends`. */
export async function resolveDocument(source: string | PolicyInput, folder = process.cwd()): Promise<ResolvedDocument> {
  if (typeof source === "string" && isProfileName(source)) return withName(resolveProfile(source), source);
  if (typeof source === "string" && source.trim() === "")
    throw new PolicyError([{ where: "policy", path: "", problem: `the name is empty; name a profile (${PROFILE_NAMES.join(", ")}) or a file` }]);
  const { readInline, readObject, isInline } = await import("./read-document.js");
  if (typeof source !== "string") return resolveOwn(readObject(source, folder), []);
  if (isInline(source)) return resolveOwn(await readInline(source, folder), []);
  return resolveFile(source, folder, []);
}

interface Step {
  readonly id: string;
  readonly shown: string;
}

/** What `extends` or a caller names: a profile, else a file. */
async function resolveNamed(name: string, from: ReadDocument, steps: readonly Step[]): Promise<ResolvedDocument> {
  return isProfileName(name) ? resolveProfile(name) : resolveFile(name, from.folder, steps, from.locate(["extends"]));
}

function resolveProfile(name: keyof typeof PROFILE_DOCUMENTS): ResolvedDocument {
  const document = PROFILE_DOCUMENTS[name];
  const parent = document.extends;
  if (parent === undefined || parent === null || !isProfileName(parent)) return { name, document: settleDocument(document), chain: [] };
  const base = resolveProfile(parent);
  return { name, document: mergeDocuments(base.document, document), chain: [parent, ...base.chain] };
}

async function resolveFile(named: string, folder: string, steps: readonly Step[], whence?: string): Promise<ResolvedDocument> {
  const { readPolicyFile } = await import("./read-document.js");
  const { realpath } = await import("node:fs/promises");
  const file = path.resolve(folder, named);
  const id = await realpath(file).catch(() => undefined);
  if (id === undefined) throw new PolicyError([{ where: whence ?? "policy", path: "", problem: unknownSource(named, file) }]);
  const step = { id, shown: named };
  if (steps.some((earlier) => earlier.id === id)) {
    const circle = [...steps.slice(steps.findIndex((earlier) => earlier.id === id)), step].map(({ shown }) => shown).join(" → ");
    throw new PolicyError([{ where: whence ?? named, path: "", problem: `extends goes in a circle: ${circle}` }]);
  }
  return resolveOwn(await readPolicyFile(id, named), [...steps, step]);
}

async function resolveOwn(read: ReadDocument, steps: readonly Step[]): Promise<ResolvedDocument> {
  const { checkDocument } = await import("./check-document.js");
  const document = checkDocument(read);
  const name = document.name ?? read.name;
  const parent = document.extends ?? undefined;
  if (parent === undefined) return { name, document: settleDocument({ ...document, name }), chain: [] };
  const base = await resolveNamed(parent, read, steps);
  return withName({ ...base, document: mergeDocuments(base.document, document), chain: [parent, ...base.chain] }, name);
}

function withName(resolved: ResolvedDocument, name: string): ResolvedDocument {
  return { ...resolved, name, document: { ...resolved.document, name } };
}

function unknownSource(named: string, file: string): string {
  const near = suggestKey(named, PROFILE_NAMES);
  return `${quoteShort(named)} is neither a profile (${PROFILE_NAMES.join(", ")}) nor a file (there is no ${file})${near === undefined ? "" : `; did you mean ${near}?`}`;
}
