/** Loads our own format, `{"format": "cloudg/1", "assets": [...], "findings": [...]}`: strictly, every fault listed, every reference checked. */
import { AssetLookup } from "./asset-lookup.js";
import { cleanAttributes } from "./clean.js";
import { describeType, getOwn, isUnsafeKey, optional, quote } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { PROVIDERS, SEVERITIES, STATUSES } from "./model.js";
import type { Asset, DatasetContent, Finding } from "./model.js";
import { checkTexts, Problems, StrictObject } from "./problems.js";
import { linkByAttributes } from "./references.js";

export const OWN_FORMAT = "cloudg/1";

const ASSET_KEYS = ["id", "arn", "address", "name", "type", "provider", "region", "account", "tags", "attributes", "references"];
const FINDING_KEYS = [
  "id",
  "checkId",
  "title",
  "status",
  "severity",
  "description",
  "remediation",
  "assetIds",
  "resource",
  "frameworks",
  "source",
  "region",
  "account",
];

/** @throws DatasetError listing every fault with its path. */
export function loadOwnFormat(document: JsonObject): DatasetContent {
  const problems = new Problems();
  const top = new StrictObject(document, "the document", problems, ["format", "assets", "findings"]);
  if (getOwn(document, "format") !== OWN_FORMAT) problems.report("format", `expected ${quote(OWN_FORMAT)}`);
  const assets = readList(document, "assets", problems).map((entry, index) => readAsset(entry, `assets[${index}]`, problems));
  if (!top.has("assets")) problems.report("assets", "expected a list, got nothing");
  const lookup = new AssetLookup(assets);
  const findings = readList(document, "findings", problems).map((entry, index) => readFinding(entry, `findings[${index}]`, lookup, problems));
  checkUnique(assets, "assets", problems);
  checkUnique(findings, "findings", problems);
  checkReferences(assets, problems);
  problems.throwIfAny();
  linkByAttributes(assets);
  return { kind: "cloudg", assets, findings, notes: [] };
}

function readList(document: JsonObject, key: string, problems: Problems): JsonValue[] {
  const value = getOwn(document, key) ?? [];
  if (Array.isArray(value)) return value;
  problems.report(key, `expected a list, got ${describeType(value)}`);
  return [];
}

function readAsset(entry: JsonValue, path: string, problems: Problems): Asset {
  const fields = new StrictObject(entry, path, problems, ASSET_KEYS);
  const type = fields.text("type");
  return {
    id: fields.text("id"),
    ...optional("arn", fields.optionalText("arn")),
    ...optional("address", fields.optionalText("address")),
    name: fields.text("name"),
    type,
    provider: fields.oneOf("provider", PROVIDERS),
    ...optional("region", fields.optionalText("region")),
    ...optional("account", fields.optionalText("account")),
    tags: readTags(fields, problems),
    attributes: cleanAttributes(fields.map("attributes"), type),
    references: fields.texts("references"),
  };
}

function readTags(fields: StrictObject, problems: Problems): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields.map("tags"))) {
    if (typeof value !== "string") problems.report(`${fields.path}.tags.${key.slice(0, 60)}`, `expected a text, got ${describeType(value)}`);
    else if (!isUnsafeKey(key)) tags[key] = value;
  }
  // A tag called "password" is treated like an attribute of that name.
  return cleanAttributes(tags) as Record<string, string>;
}

function readFinding(entry: JsonValue, path: string, lookup: AssetLookup, problems: Problems): Finding {
  const fields = new StrictObject(entry, path, problems, FINDING_KEYS);
  const assetIds = fields.texts("assetIds");
  assetIds.forEach((id, index) => {
    if (lookup.get(id)?.id !== id) problems.report(`${path}.assetIds[${index}]`, "no asset of this file has this id");
  });
  const resource = fields.optionalText("resource");
  if (!fields.has("assetIds") && resource === undefined) fields.fault("expected assetIds or resource");
  const named = resource === undefined ? [] : lookup.find(resource);
  return {
    id: fields.text("id"),
    checkId: fields.text("checkId"),
    title: fields.text("title"),
    status: fields.oneOf("status", STATUSES),
    severity: fields.oneOf("severity", SEVERITIES),
    ...optional("description", fields.optionalText("description")),
    ...optional("remediation", fields.optionalText("remediation")),
    assetIds: [...new Set([...assetIds, ...(named.length === 1 ? [named[0]!.id] : [])])],
    resource: resource ?? assetIds[0] ?? "",
    frameworks: readFrameworks(fields, problems),
    source: fields.optionalText("source") ?? "cloudg",
    ...optional("region", fields.optionalText("region")),
    ...optional("account", fields.optionalText("account")),
  };
}

function readFrameworks(fields: StrictObject, problems: Problems): Record<string, string[]> {
  const entries = Object.entries(fields.map("frameworks")).filter(([name]) => !isUnsafeKey(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, checkTexts(value, `${fields.path}.frameworks.${name.slice(0, 60)}`, problems)]));
}

function checkUnique(entries: readonly { id: string }[], list: string, problems: Problems): void {
  const seen = new Map<string, number>();
  entries.forEach(({ id }, index) => {
    const first = seen.get(id);
    // An empty id was reported as such.
    if (first !== undefined && id !== "") problems.report(`${list}[${index}].id`, `${list}[${first}] has the same id`);
    else seen.set(id, index);
  });
}

function checkReferences(assets: readonly Asset[], problems: Problems): void {
  const ids = new Set(assets.map(({ id }) => id));
  assets.forEach(({ references }, at) => {
    references.forEach((id, index) => {
      if (!ids.has(id)) problems.report(`assets[${at}].references[${index}]`, "no asset of this file has this id");
    });
  });
}
