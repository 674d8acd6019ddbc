/** Tells from its content which tool wrote a document, and loads it with the loader for that kind. */
import { DatasetError } from "./errors.js";
import { describeType, getOwn, isObject, objectAt, quote, textAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { DatasetContent, DatasetKind } from "./model.js";
import { loadOwnFormat } from "./own-format.js";
import { loadProwler } from "./prowler.js";
import { loadTerraformShow } from "./terraform-show.js";
import { loadTerraformState } from "./terraform-state.js";
import { loadTrivy } from "./trivy.js";

const LOADERS: Record<Exclude<DatasetKind, "prowler-ocsf">, (document: JsonObject) => DatasetContent> = {
  "terraform-state": loadTerraformState,
  "terraform-show": loadTerraformShow,
  trivy: loadTrivy,
  cloudg: loadOwnFormat,
};

const KNOWN = "Known are: Terraform state (format 4), `terraform show -json`, Prowler OCSF findings (a list), Trivy reports (schema 2) and cloudg's own JSON.";

/** @throws DatasetError when no known tool writes such a document, or when its loader refuses it. */
export function loadDocument(document: JsonValue): DatasetContent {
  if (Array.isArray(document)) {
    if (document.some(isDetection)) return loadProwler(document);
    throw unknownKind(document.length === 0 ? "an empty list" : `a list of ${describeEntries(document[0])}`);
  }
  if (!isObject(document)) throw unknownKind(describeType(document));
  return LOADERS[detectObject(document)](document);
}

function detectObject(document: JsonObject): Exclude<DatasetKind, "prowler-ocsf"> {
  if (textAt(document, "format")?.startsWith("cloudg/") === true) return "cloudg";
  if (isTerraformState(document)) return "terraform-state";
  if (isTerraformShow(document)) return "terraform-show";
  const isTrivy = Object.hasOwn(document, "SchemaVersion") && ["Results", "ArtifactName"].some((key) => Object.hasOwn(document, key));
  if (isTrivy) return checkTrivy(document);
  throw unknownKind(describeEntries(document));
}

function isDetection(entry: JsonValue): boolean {
  return isObject(entry) && (getOwn(entry, "class_uid") === 2004 || objectAt(entry, "finding_info") !== undefined);
}

function isTerraformState(document: JsonObject): boolean {
  const version = getOwn(document, "version");
  if (typeof version !== "number" || (getOwn(document, "terraform_version") === undefined && getOwn(document, "lineage") === undefined)) return false;
  if (version === 4) return true;
  throw new DatasetError(
    "unknown-kind",
    `it is Terraform state of format ${version}, and only format 4 is read`,
    "Run `terraform apply -refresh-only` with Terraform 0.12 or later, which writes format 4.",
  );
}

/** Other commands of Terraform write a `format_version` too, beside parts of their own; an empty state has no parts at all. */
function isTerraformShow(document: JsonObject): boolean {
  const parts = ["values", "planned_values", "prior_state", "resource_changes", "checks"];
  const isEmptyState = Object.keys(document).every((key) => key === "format_version" || key === "terraform_version");
  return typeof getOwn(document, "format_version") === "string" && (isEmptyState || parts.some((key) => Object.hasOwn(document, key)));
}

function checkTrivy(document: JsonObject): "trivy" {
  if (getOwn(document, "SchemaVersion") === 2) return "trivy";
  throw new DatasetError("unknown-kind", "it is a Trivy report of another schema than 2", "Scan again with Trivy 0.20 or later and `--format json`.");
}

function describeEntries(value: JsonValue | undefined): string {
  if (!isObject(value)) return describeType(value);
  const keys = Object.keys(value);
  return keys.length === 0
    ? "an empty object"
    : `an object with ${keys
        .slice(0, 5)
        .map((key) => quote(key, 40))
        .join(", ")}${keys.length > 5 ? ", …" : ""}`;
}

function unknownKind(seen: string): DatasetError {
  return new DatasetError("unknown-kind", `it is of no known kind: it holds ${seen}`, KNOWN);
}
