/** Loads Trivy reports, schema 2: one finding per misconfiguration, one asset per resource or file that they name. */
import { AssetBook, UniqueIds } from "./asset-book.js";
import { cleanText } from "./clean.js";
import { isArn, parseCloudId } from "./cloud-ids.js";
import { providerOf } from "./identity.js";
import { isObject, listAt, objectAt, optional, textAt } from "./json.js";
import type { JsonObject } from "./json.js";
import type { Asset, DatasetContent, Finding, FindingStatus, Severity } from "./model.js";
import { Notes } from "./notes.js";
import { withoutInstanceKeys } from "./terraform-resources.js";

const SEVERITY_OF: ReadonlyMap<string, Severity> = new Map([
  ["CRITICAL", "critical"],
  ["HIGH", "high"],
  ["MEDIUM", "medium"],
  ["LOW", "low"],
]);

const STATUS_OF: ReadonlyMap<string, FindingStatus> = new Map([
  ["FAIL", "fail"],
  ["PASS", "pass"],
  ["EXCEPTION", "muted"],
]);

/** Parts of a result that are other things than misconfigurations. */
const NOT_READ = ["Vulnerabilities", "Secrets", "Licenses", "Packages"];

export function loadTrivy(document: JsonObject): DatasetContent {
  const notes = new Notes();
  const book = new AssetBook();
  const ids = new UniqueIds();
  const findings: Finding[] = [];
  listAt(document, "Results").forEach((result, at) => {
    if (!isObject(result)) return notes.skip("results that are no objects", `Results[${at}]`);
    for (const part of NOT_READ) if (listAt(result, part).length > 0) notes.skip(`lists of ${part} (only Misconfigurations are read)`, `Results[${at}]`);
    listAt(result, "Misconfigurations").forEach((entry, index) => {
      const finding = isObject(entry) ? readFinding(entry, result, book, ids) : undefined;
      if (finding === undefined) notes.skip("misconfigurations without an ID or a status", `Results[${at}].Misconfigurations[${index}]`);
      else findings.push(finding);
    });
  });
  return { kind: "trivy", assets: book.assets, findings, notes: notes.list() };
}

function readFinding(entry: JsonObject, result: JsonObject, book: AssetBook, ids: UniqueIds): Finding | undefined {
  const checkId = textAt(entry, "ID") ?? textAt(entry, "AVDID");
  const status = STATUS_OF.get(textAt(entry, "Status")?.toUpperCase() ?? "");
  if (checkId === undefined || status === undefined) return undefined;
  const asset = enterAsset(objectAt(entry, "CauseMetadata"), result, book);
  const description = [textAt(entry, "Message"), textAt(entry, "Description")].filter((text) => text !== undefined).join("\n");
  const remediation = textAt(entry, "Resolution");
  return {
    id: ids.take(`${checkId}@${asset.id}`),
    checkId,
    title: cleanText(textAt(entry, "Title") ?? checkId),
    status,
    severity: SEVERITY_OF.get(textAt(entry, "Severity")?.toUpperCase() ?? "") ?? "informational",
    ...optional("description", description === "" ? undefined : cleanText(description)),
    ...optional("remediation", remediation === undefined ? undefined : cleanText(remediation)),
    assetIds: [asset.id],
    resource: asset.address ?? asset.arn ?? asset.id,
    frameworks: {},
    source: "trivy",
    ...optional("region", asset.region),
    ...optional("account", asset.account),
  };
}

/** A cloud resource, a block of a file (`main.tf#aws_s3_bucket.this`), or the file as a whole. */
function enterAsset(cause: JsonObject | undefined, result: JsonObject, book: AssetBook): Asset {
  const target = textAt(result, "Target") ?? ".";
  const resource = textAt(cause, "Resource");
  const kind = textAt(result, "Type") ?? "file";
  const provider = providerOf(textAt(cause, "Provider") ?? "");
  const bare = { provider, tags: {}, attributes: { target }, references: [] };
  if (resource === undefined) return book.enter(target, () => ({ ...bare, name: target, type: kind }));
  const place = parseCloudId(resource);
  if (place !== undefined) {
    const where = { ...optional("region", place.region), ...optional("account", place.account) };
    const arn = optional("arn", isArn(resource) ? resource : undefined);
    return book.enter(resource, () => ({
      ...bare,
      ...arn,
      name: place.name ?? resource,
      type: textAt(cause, "Service") ?? kind,
      provider: place.provider,
      ...where,
    }));
  }
  return book.enter(`${target}#${resource}`, () => ({ ...bare, address: resource, name: resource, type: typeOfAddress(resource) ?? kind }));
}

/** `module.a.aws_s3_bucket.this[0]` → aws_s3_bucket, `module.a` → module; undefined when it is no Terraform address. */
function typeOfAddress(address: string): string | undefined {
  const parts = withoutInstanceKeys(address).split(".");
  while (parts[0] === "module" && parts.length > 2) parts.splice(0, 2);
  if (parts[0] === "data") parts.shift();
  return parts.length === 2 && /^[a-z]\w*$/.test(parts[0]!) ? parts[0] : undefined;
}
