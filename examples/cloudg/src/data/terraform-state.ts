/** Loads Terraform state, format 4: managed resources with their instances; sensitive attributes are removed, outputs and provider data not kept. */
import { DatasetError } from "./errors.js";
import { getOwn, isObject, listAt, objectAt, textAt, textsAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { maskOfPaths } from "./mask.js";
import type { DatasetContent } from "./model.js";
import { Notes } from "./notes.js";
import { SecretSet } from "./secret-set.js";
import { buildTerraformAssets } from "./terraform-resources.js";
import type { RawResource } from "./terraform-resources.js";

export function loadTerraformState(document: JsonObject): DatasetContent {
  if (!Array.isArray(getOwn(document, "resources") ?? [])) throw new DatasetError("invalid", '"resources" is not a list', "Write the state again with `terraform state pull`.");
  const notes = new Notes();
  const resources = new Map<string, RawResource>();
  listAt(document, "resources").forEach((resource, index) => {
    for (const raw of readResource(resource, `resources[${index}]`, notes)) {
      if (resources.has(raw.address)) notes.skip("resources with an address that another one has", raw.address);
      else resources.set(raw.address, raw);
    }
  });
  const dataSources = listAt(document, "resources").filter((resource) => isObject(resource) && resource["mode"] === "data").length;
  if (dataSources > 0) notes.say(`left out ${dataSources} data sources: they are looked up, not managed`);
  else notes.refuseIfAllSkipped(resources.size, "resources");
  const secrets = new SecretSet();
  for (const output of Object.values(objectAt(document, "outputs") ?? {})) {
    if (isObject(output) && output["sensitive"] === true) secrets.addOutput(output["value"] ?? null);
  }
  return { kind: "terraform-state", assets: buildTerraformAssets([...resources.values()], secrets), findings: [], notes: notes.list() };
}

function readResource(resource: JsonValue, where: string, notes: Notes): RawResource[] {
  const type = isObject(resource) ? textAt(resource, "type") : undefined;
  const name = isObject(resource) ? textAt(resource, "name") : undefined;
  if (!isObject(resource) || type === undefined || name === undefined) {
    notes.skip("resources without a type or a name", where);
    return [];
  }
  if (resource["mode"] === "data") return [];
  const module = textAt(resource, "module");
  const base = `${module === undefined ? "" : `${module}.`}${type}.${name}`;
  return listAt(resource, "instances").flatMap((instance, index) => {
    const attributes = isObject(instance) ? (objectAt(instance, "attributes") ?? objectAt(instance, "attributes_flat")) : undefined;
    if (!isObject(instance) || attributes === undefined) {
      notes.skip("instances without attributes", `${where}.instances[${index}]`);
      return [];
    }
    if (textAt(instance, "deposed") !== undefined) {
      notes.skip("deposed instances, which Terraform is about to destroy", base);
      return [];
    }
    const dependencies = [...textsAt(instance, "dependencies"), ...textsAt(instance, "depends_on")];
    const mask = maskOfPaths(getOwn(instance, "sensitive_attributes"));
    return [{ address: base + instanceKey(getOwn(instance, "index_key")), type, provider: textAt(resource, "provider") ?? "", values: attributes, mask, dependencies }];
  });
}

/** `count` gives numbers, `for_each` texts, written the way Terraform writes addresses: `[0]`, `["k"]`. */
function instanceKey(key: JsonValue | undefined): string {
  if (typeof key === "number") return `[${key}]`;
  return typeof key === "string" ? `[${JSON.stringify(key).replace(/[$%](?=\{)/g, "$&$&")}]` : "";
}
