/** Loads Prowler's OCSF detection findings: one finding per entry, one asset per resource that entries name. */
import { AssetBook, UniqueIds } from "./asset-book.js";
import { cleanAttributes, cleanText } from "./clean.js";
import { isArn, parseCloudId } from "./cloud-ids.js";
import { providerOf, readTags } from "./identity.js";
import { isObject, isUnsafeKey, listAt, objectAt, optional, textAt, textsAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { Asset, DatasetContent, Finding, FindingStatus, Severity } from "./model.js";
import { Notes } from "./notes.js";
import { linkByAttributes } from "./references.js";

const STATUS_OF: ReadonlyMap<string, FindingStatus> = new Map([
  ["FAIL", "fail"],
  ["PASS", "pass"],
  ["MANUAL", "manual"],
  ["MUTED", "muted"],
]);

const SEVERITY_OF: ReadonlyMap<string, Severity> = new Map([
  ["fatal", "critical"],
  ["critical", "critical"],
  ["high", "high"],
  ["medium", "medium"],
  ["low", "low"],
]);

export function loadProwler(document: readonly JsonValue[]): DatasetContent {
  const notes = new Notes();
  const book = new AssetBook();
  const ids = new UniqueIds();
  const findings: Finding[] = [];
  document.forEach((entry, index) => {
    const finding = isObject(entry) ? readFinding(entry, book, ids) : undefined;
    if (finding === undefined) notes.skip("entries that are no detection findings with a check and a status", `[${index}]`);
    else findings.push(finding);
  });
  notes.refuseIfAllSkipped(findings.length, "findings");
  linkByAttributes(book.assets);
  return { kind: "prowler-ocsf", assets: book.assets, findings, notes: notes.list() };
}

function readFinding(entry: JsonObject, book: AssetBook, ids: UniqueIds): Finding | undefined {
  const info = objectAt(entry, "finding_info");
  const checkId = textAt(objectAt(entry, "metadata"), "event_code");
  const status = readStatus(entry);
  if (info === undefined || checkId === undefined || status === undefined) return undefined;
  const cloud = objectAt(entry, "cloud");
  const assets = listAt(entry, "resources").flatMap((resource) => (isObject(resource) ? enterResource(resource, cloud, book) : []));
  const description = textAt(entry, "status_detail") ?? textAt(entry, "message") ?? textAt(info, "desc");
  const remediation = textAt(objectAt(entry, "remediation"), "desc");
  return {
    id: ids.take(textAt(info, "uid") ?? checkId),
    checkId,
    title: cleanText(textAt(info, "title") ?? checkId),
    status,
    severity: SEVERITY_OF.get(textAt(entry, "severity")?.toLowerCase() ?? "") ?? "informational",
    ...optional("description", description === undefined ? undefined : cleanText(description)),
    ...optional("remediation", remediation === undefined ? undefined : cleanText(remediation)),
    assetIds: [...new Set(assets.map(({ id }) => id))],
    resource: assets[0]?.arn ?? assets[0]?.id ?? "",
    frameworks: readFrameworks(objectAt(objectAt(entry, "unmapped"), "compliance") ?? {}),
    source: "prowler",
    ...optional("region", assets[0]?.region ?? textAt(cloud, "region")),
    ...optional("account", textAt(objectAt(cloud, "account"), "uid")),
  };
}

/** A muted finding keeps its FAIL; that somebody suppressed it stands beside. */
function readStatus(entry: JsonObject): FindingStatus | undefined {
  return textAt(entry, "status") === "Suppressed" ? "muted" : STATUS_OF.get(textAt(entry, "status_code")?.toUpperCase() ?? "");
}

function enterResource(resource: JsonObject, cloud: JsonObject | undefined, book: AssetBook): Asset[] {
  const name = textAt(resource, "name");
  const id = textAt(resource, "uid") ?? name;
  if (id === undefined) return [];
  const place = parseCloudId(id);
  const described = (): Omit<Asset, "id"> => ({
    ...optional("arn", isArn(id) ? id : undefined),
    name: name ?? place?.name ?? id,
    type: readType(resource),
    provider: place?.provider ?? providerOf(textAt(cloud, "provider") ?? ""),
    ...optional("region", textAt(resource, "region") ?? place?.region ?? textAt(cloud, "region")),
    ...optional("account", place?.account ?? textAt(objectAt(cloud, "account"), "uid")),
    tags: readLabels(resource),
    attributes: cleanAttributes(objectAt(objectAt(resource, "data"), "metadata") ?? {}),
    references: [],
  });
  return [book.enter(id, described)];
}

/** Prowler calls many resources "Other"; the service they belong to says more. */
function readType(resource: JsonObject): string {
  const type = textAt(resource, "type");
  return type !== undefined && type !== "Other" ? type : (textAt(objectAt(resource, "group"), "name") ?? "other");
}

/** Labels are written `key:value`; the tags the cloud's own answer holds count too. */
function readLabels(resource: JsonObject): Record<string, string> {
  const labels = textsAt(resource, "labels").map((label) => /^([^:=]+)[:=](.*)$/s.exec(label)?.slice(1) ?? [label, ""]);
  const written = Object.fromEntries(labels.filter(([key]) => !isUnsafeKey(key!)).map(([key, value]) => [key!, value!]));
  return readTags(cleanAttributes({ tags: { ...readTags(objectAt(objectAt(resource, "data"), "metadata") ?? {}), ...written } }));
}

function readFrameworks(compliance: JsonObject): Record<string, string[]> {
  const names = Object.keys(compliance).filter((name) => !isUnsafeKey(name));
  return Object.fromEntries(names.map((name) => [name, textsAt(compliance, name)] as const).filter(([, requirements]) => requirements.length > 0));
}
