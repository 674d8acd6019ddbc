/** Loads Terraform state, format 4: managed resources with their instances; sensitive attributes are removed, outputs and provider data not kept. */
import { DatasetError } from "./errors.js";
import { getOwn, isObject, listAt, objectAt, textAt, textsAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { maskOfPaths } from "./mask.js";
import type { DatasetContent } from "./model.js";
import { Notes } from "./notes.js";
import { RawResources } from "./raw-resources.js";
import { SecretSet } from "./secret-set.js";
import { buildTerraformAssets } from "./terraform-resources.js";

export function loadTerraformState(document: JsonObject): DatasetContent {
  const stated = getOwn(document, "resources") ?? [];
  if (!Array.isArray(stated)) throw new DatasetError("invalid", '"resources" is not a list', "Write the state again with `terraform state pull`.");
  const notes = new Notes();
  const resources = new RawResources(notes);
  stated.forEach((resource, index) => readResource(resource, `resources[${index}]`, resources, notes));
  resources.report();
  const secrets = new SecretSet();
  for (const output of Object.values(objectAt(document, "outputs") ?? {})) {
    if (isObject(output) && getOwn(output, "sensitive") === true) secrets.addOutput(getOwn(output, "value") ?? null);
  }
  return { kind: "terraform-state", assets: buildTerraformAssets(resources.list(), secrets), findings: [], notes: notes.list() };
}

function readResource(resource: JsonValue, where: string, resources: RawResources, notes: Notes): void {
  if (!isObject(resource)) return notes.skip("entries that are no resources", where);
  const type = textAt(resource, "type");
  const name = textAt(resource, "name");
  if (type === undefined || name === undefined) return notes.skip("resources without a type or a name", where);
  const managed = getOwn(resource, "mode") !== "data";
  const module = textAt(resource, "module");
  const base = `${module === undefined ? "" : `${module}.`}${managed ? "" : "data."}${type}.${name}`;
  const provider = textAt(resource, "provider") ?? "";
  listAt(resource, "instances").forEach((instance, index) => {
    const values = isObject(instance) ? (objectAt(instance, "attributes") ?? objectAt(instance, "attributes_flat")) : undefined;
    if (!isObject(instance) || values === undefined) return notes.skip("instances without attributes", `${where}.instances[${index}]`);
    if (textAt(instance, "deposed") !== undefined) return notes.skip("deposed instances, which Terraform is about to destroy", base);
    const mask = maskOfPaths(getOwn(instance, "sensitive_attributes"));
    const dependencies = [...textsAt(instance, "dependencies"), ...textsAt(instance, "depends_on")];
    resources.add({ address: base + instanceKey(getOwn(instance, "index_key")), type, managed, provider, values, mask, dependencies });
  });
}

/** `count` gives numbers, `for_each` texts, written the way Terraform writes addresses: `[0]`, `["k"]`. */
function instanceKey(key: JsonValue | undefined): string {
  if (typeof key === "number") return `[${key}]`;
  return typeof key === "string" ? `[${JSON.stringify(key).replace(/[$%](?=\{)/g, "$&$&")}]` : "";
}
