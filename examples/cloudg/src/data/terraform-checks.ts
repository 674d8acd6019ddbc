/** Turns the `checks` of `terraform show -json` (preconditions, postconditions, check blocks, variable rules) into findings about the assets they guard. */
import type { AssetLookup } from "./asset-lookup.js";
import { cleanText } from "./clean.js";
import { isObject, listAt, objectAt, optional, textAt } from "./json.js";
import type { JsonObject } from "./json.js";
import type { Finding, FindingStatus } from "./model.js";
import type { SecretSet } from "./secret-set.js";

const STATUS_OF: ReadonlyMap<string, FindingStatus> = new Map([
  ["pass", "pass"],
  ["fail", "fail"],
  // The condition itself could not be evaluated, or not before apply: somebody has to look.
  ["error", "manual"],
  ["unknown", "manual"],
]);

export function readTerraformChecks(document: JsonObject, assets: AssetLookup, secrets: SecretSet): Finding[] {
  const findings = new Map<string, Finding>();
  for (const check of listAt(document, "checks")) {
    if (!isObject(check)) continue;
    const name = displayOf(check);
    if (name === undefined) continue;
    const kind = textAt(objectAt(check, "address"), "kind") ?? "check";
    const instances = listAt(check, "instances").filter(isObject);
    for (const instance of instances.length === 0 ? [check] : instances) {
      const resource = displayOf(instance) ?? name;
      const id = `${kind}:${resource}`;
      if (!findings.has(id)) findings.set(id, buildFinding({ id, kind, name, resource }, instance, assets, secrets));
    }
  }
  return [...findings.values()];
}

interface CheckNames {
  id: string;
  kind: string;
  name: string;
  resource: string;
}

function buildFinding({ id, kind, name, resource }: CheckNames, instance: JsonObject, assets: AssetLookup, secrets: SecretSet): Finding {
  const problems = listAt(instance, "problems").map((problem) => (isObject(problem) ? textAt(problem, "message") : undefined));
  const description = problems.filter((problem) => problem !== undefined).join("\n");
  const asset = assets.get(resource);
  const status = STATUS_OF.get(textAt(instance, "status") ?? "") ?? "manual";
  return {
    id,
    checkId: `terraform:${kind}:${name}`,
    title: `Conditions of ${name}`,
    status,
    severity: status === "pass" ? "informational" : "medium",
    ...optional("description", description === "" ? undefined : cleanText(description, secrets)),
    assetIds: asset === undefined ? [] : [asset.id],
    resource,
    frameworks: {},
    source: "terraform",
    ...optional("region", asset?.region),
    ...optional("account", asset?.account),
  };
}

function displayOf(entry: JsonObject): string | undefined {
  return textAt(objectAt(entry, "address"), "to_display");
}
