/** From the resources of a Terraform file, state or `show`, to assets: marks applied, cleaned, identified, linked. Serves the two Terraform loaders. */
import { cleanAttributes } from "./clean.js";
import { groupBy } from "./group-by.js";
import { deriveIdentity } from "./identity.js";
import type { Identity } from "./identity.js";
import { getOwn, optional, textAt } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { maskAttributes } from "./mask.js";
import type { Asset } from "./model.js";
import { linkByAttributes } from "./references.js";
import type { SecretSet } from "./secret-set.js";
import { secretsOfType } from "./secret-names.js";

/** One instance of a resource as its file states it. */
export interface RawResource {
  address: string;
  type: string;
  /** False for a data source, which is looked up and not managed: no asset, but its secrets are remembered. */
  managed: boolean;
  provider: string;
  values: JsonObject;
  /** What of the values is sensitive, mirrored; see `maskValue`. */
  mask: JsonValue;
  /** Addresses of resources it depends on, without instance keys. */
  dependencies: string[];
}

interface Draft {
  asset: Asset;
  identity: Identity;
  dependencies: string[];
}

/** A dependency says "one of these instances"; beyond this many it says nothing worth keeping. */
const MAX_FAN_OUT = 20;

/** @param secrets Filled with every value that is marked; holds those of the outputs already. */
export function buildTerraformAssets(resources: readonly RawResource[], secrets: SecretSet): Asset[] {
  const masked = collectSecrets(resources, secrets);
  const drafts = masked
    .filter(([resource]) => resource.managed)
    .map(([resource, attributes]) => draft(resource, cleanAttributes(attributes, resource.type, secrets)));
  chooseIds(drafts);
  linkDependencies(drafts);
  const assets = drafts.map(({ asset }) => asset);
  linkByAttributes(assets);
  return assets;
}

/** The resources beside their attributes with the marks applied; all before any is cleaned, as a value marked in one may stand unmarked in another. */
function collectSecrets(resources: readonly RawResource[], secrets: SecretSet): [RawResource, JsonObject][] {
  const masked = resources.map((resource): [RawResource, JsonObject] => [
    resource,
    maskAttributes(resource.values, resource.mask, (value) => secrets.add(value)),
  ]);
  for (const { type, values } of resources) {
    for (const key of secretsOfType(type)) secrets.add(getOwn(values, key) ?? null);
  }
  // A parameter whose sensitive value is the id of a network does not make that id a secret.
  for (const [, attributes] of masked) {
    for (const key of ["id", "arn", "self_link", "region", "location"]) secrets.forget(textAt(attributes, key) ?? "");
  }
  return masked;
}

function draft(resource: RawResource, attributes: JsonObject): Draft {
  const identity = deriveIdentity(resource.type, attributes, resource.provider);
  const { address, type, dependencies } = resource;
  const { provider, arn, region, account, tags } = identity;
  const place = { ...optional("region", region), ...optional("account", account) };
  const asset: Asset = {
    id: address,
    ...optional("arn", arn),
    address,
    name: identity.name ?? address,
    type,
    provider,
    ...place,
    tags,
    attributes,
    references: [],
  };
  return { asset, identity, dependencies };
}

/**
 * Gives each asset the cloud's id. Where several share one (a bucket and its policy), it goes to the only one among them
 * that has an ARN of its own; the others go by their address.
 */
function chooseIds(drafts: readonly Draft[]): void {
  const addresses = new Set(drafts.map(({ asset }) => asset.id));
  for (const [nativeId, sharing] of groupBy(drafts, ({ identity }) => identity.nativeId)) {
    if (nativeId === undefined || addresses.has(nativeId)) continue;
    const owners = sharing.length === 1 ? sharing : sharing.filter(({ identity }) => identity.arn !== undefined);
    if (owners.length === 1) owners[0]!.asset.id = nativeId;
  }
}

function linkDependencies(drafts: readonly Draft[]): void {
  const assets = drafts.map(({ asset }) => asset);
  const instances = groupBy(assets, ({ address }) => withoutInstanceKeys(address!));
  const twins = groupBy(assets, ({ address }) => withoutInstanceKeys(address!) + lastKey(address!));
  for (const { asset, dependencies } of drafts) {
    const ids = dependencies.map(withoutInstanceKeys).flatMap((dependency) => {
      // With `count` or `for_each` on both sides, `a[1]` uses `b[1]`; else it may use any.
      const twin = twins.get(dependency + lastKey(asset.address!))?.[0];
      const candidates = twin === undefined ? (instances.get(dependency) ?? []) : [twin];
      return candidates.length > MAX_FAN_OUT ? [] : candidates.map(({ id }) => id);
    });
    asset.references = [...new Set(ids)].filter((id) => id !== asset.id);
  }
}

const INSTANCE_KEY = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g;

/** `module.x["k"].aws_y.z[0]` → `module.x.aws_y.z`. */
export function withoutInstanceKeys(address: string): string {
  return address.replace(INSTANCE_KEY, "");
}

/** The instance key an address ends with; empty when it has none. */
function lastKey(address: string): string {
  const last = [...address.matchAll(INSTANCE_KEY)].at(-1)?.[0];
  return last !== undefined && address.endsWith(last) ? last : "";
}
