/** Who a resource is, told from its attributes: cloud, ids, name, place, tags. Reads cleaned attributes only, so nothing sensitive becomes a name. */
import { isArn, parseCloudId, regionOfZone } from "./cloud-ids.js";
import { isObject, isUnsafeKey, listAt, objectAt, optional, textAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { Provider } from "./model.js";
import { SENSITIVE } from "./secret-names.js";

export interface Identity {
  provider: Provider;
  /** The cloud's own id; not always unique in a file. */
  nativeId?: string;
  arn?: string;
  name?: string;
  region?: string;
  account?: string;
  tags: Record<string, string>;
}

const NAME_KEYS = [
  "name",
  "display_name",
  "bucket",
  "function_name",
  "cluster_identifier",
  "identifier",
  "cluster_id",
  "table_name",
  "repository_name",
  "user_name",
  "role_name",
  "key_name",
];

/** What providers write into `id` when there is none, `random_password` for one. */
const PLACEHOLDER_ID = /^(?:none|-|static|id-attribute-not-set)$/;

export function deriveIdentity(type: string, attributes: JsonObject, terraformProvider = ""): Identity {
  const nativeId = [usable(attributes, "id"), usable(attributes, "self_link")].find((id) => id !== undefined && !PLACEHOLDER_ID.test(id));
  const arn = [usable(attributes, "arn"), nativeId].find((id) => id !== undefined && isArn(id));
  const place = parseCloudId(arn ?? nativeId ?? "") ?? parseCloudId(usable(attributes, "self_link") ?? "");
  const tags = readTags(attributes);
  // A Name tag is often there and empty.
  const name = usable(tags, "Name") ?? firstUsable(attributes, NAME_KEYS);
  return {
    provider: place?.provider ?? providerOf(type, terraformProvider),
    ...optional("nativeId", nativeId),
    ...optional("arn", arn),
    ...optional("name", name),
    ...optional("region", place?.region ?? regionOf(attributes)),
    ...optional("account", place?.account ?? firstUsable(attributes, ["subscription_id", "project", "account_id", "owner_id"])),
    tags,
  };
}

/** `aws_s3_bucket` → aws, `azurerm_subnet` → azure, `AwsEc2Instance` → aws; Terraform's provider decides where the type does not. */
export function providerOf(type: string, hint = ""): Provider {
  const text = `${type} ${hint}`.toLowerCase();
  if (/^aws|\baws\b|\bawscc\b/.test(text)) return "aws";
  if (/^(?:azure|azapi|microsoft\.)|\bazure\w*\b|\bazapi\b/.test(text)) return "azure";
  return /^(?:google|gcp)|\bgoogle(?:-beta)?\b|\bgcp\b/.test(text) ? "gcp" : "other";
}

function regionOf(attributes: JsonObject): string | undefined {
  const region = firstUsable(attributes, ["region", "location", "availability_zone", "zone"]);
  // Google Cloud names regions by URL in places, Azure also writes "West Europe".
  const plain = region?.split("/").at(-1)?.replaceAll(" ", "") ?? "";
  // What is left without a letter is a zone number, as Azure has them.
  return /[a-z]/i.test(plain) ? regionOfZone(plain === region ? plain : plain.toLowerCase()) : undefined;
}

/** Tags of AWS and Azure, labels of Google Cloud, the `[{key, value}]` lists of scaling groups. */
export function readTags(attributes: JsonObject): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const key of ["tags_all", "effective_labels", "labels", "user_labels", "tags"]) {
    for (const [name, value] of Object.entries(objectAt(attributes, key) ?? {})) addTag(tags, name, value);
  }
  for (const entry of [...listAt(attributes, "tags"), ...listAt(attributes, "tag")]) {
    if (!isObject(entry)) continue;
    const name = textAt(entry, "key") ?? textAt(entry, "Key");
    if (name !== undefined) addTag(tags, name, entry["value"] ?? entry["Value"] ?? "");
  }
  return tags;
}

function addTag(tags: Record<string, string>, name: string, value: JsonValue): void {
  if (isUnsafeKey(name) || value === null || typeof value === "object") return;
  tags[name] = String(value);
}

function firstUsable(attributes: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = usable(attributes, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A text that may serve as a name: one that hides nothing. */
function usable(attributes: JsonObject, key: string): string | undefined {
  const text = textAt(attributes, key);
  return text?.includes(SENSITIVE) === true ? undefined : text;
}
