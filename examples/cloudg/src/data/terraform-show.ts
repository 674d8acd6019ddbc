/** Loads the output of `terraform show -json`, of a state or a plan: resources of all modules, their sensitive values hidden, and the outcome of checks. */
import { AssetLookup } from "./asset-lookup.js";
import { DatasetError } from "./errors.js";
import { describeType, getOwn, isObject, listAt, objectAt, quote, textAt, textsAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { DatasetContent } from "./model.js";
import { Notes } from "./notes.js";
import { RawResources } from "./raw-resources.js";
import { SecretSet } from "./secret-set.js";
import { readTerraformChecks } from "./terraform-checks.js";
import { buildTerraformAssets } from "./terraform-resources.js";

export function loadTerraformShow(document: JsonObject): DatasetContent {
  const version = textAt(document, "format_version") ?? "";
  if (!/^[01]\.\d+$/.test(version)) {
    throw new DatasetError("unknown-kind", `its format_version ${quote(version, 20)} is not known (0.x and 1.x are)`, "Write it with Terraform 0.12 to 1.x.");
  }
  const notes = new Notes();
  // A plan shows what will be; a state what is.
  const values = objectAt(document, "planned_values") ?? objectAt(document, "values");
  if (values === undefined) notes.say("it holds no values: the state is empty");
  if (objectAt(document, "planned_values") !== undefined) notes.say("a plan: resources are shown as they will be, ids that are not known yet are missing");
  const resources = new RawResources(notes);
  for (const resource of resourcesBelow(objectAt(values, "root_module"))) readResource(resource, resources, notes);
  resources.report();
  const secrets = collectSecrets(document, values);
  const assets = buildTerraformAssets(resources.list(), secrets);
  return { kind: "terraform-show", assets, findings: readTerraformChecks(document, new AssetLookup(assets), secrets), notes: notes.list() };
}

/** Resources of a module and of all modules in it. */
function* resourcesBelow(module: JsonObject | undefined): Generator<JsonValue> {
  yield* listAt(module, "resources");
  for (const child of listAt(module, "child_modules")) if (isObject(child)) yield* resourcesBelow(child);
}

function readResource(resource: JsonValue, resources: RawResources, notes: Notes): void {
  if (!isObject(resource)) return notes.skip("entries that are no resources", describeType(resource));
  const address = textAt(resource, "address");
  const type = textAt(resource, "type");
  if (address === undefined || type === undefined) return notes.skip("resources without an address or a type", quote(address ?? type ?? "?", 80));
  resources.add({
    address,
    type,
    managed: getOwn(resource, "mode") !== "data",
    provider: textAt(resource, "provider_name") ?? "",
    values: objectAt(resource, "values") ?? {},
    mask: getOwn(resource, "sensitive_values") ?? false,
    dependencies: textsAt(resource, "depends_on"),
  });
}

/** Sensitive outputs, and the variables of a plan that its configuration declares sensitive. */
function collectSecrets(document: JsonObject, values: JsonObject | undefined): SecretSet {
  const secrets = new SecretSet();
  const before = objectAt(objectAt(document, "prior_state"), "values");
  for (const output of [values, before].flatMap((state) => Object.values(objectAt(state, "outputs") ?? {}))) {
    if (isObject(output) && getOwn(output, "sensitive") === true) secrets.addOutput(getOwn(output, "value") ?? null);
  }
  const declared = objectAt(objectAt(objectAt(document, "configuration"), "root_module"), "variables") ?? {};
  for (const [name, declaration] of Object.entries(declared)) {
    const isSensitive = isObject(declaration) && getOwn(declaration, "sensitive") === true;
    if (isSensitive) secrets.addOutput(getOwn(objectAt(objectAt(document, "variables"), name), "value") ?? null);
  }
  return secrets;
}
