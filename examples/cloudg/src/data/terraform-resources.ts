/** From the resources of a Terraform file, state or `show`, to assets: marks applied, cleaned, identified, linked. Serves the two Terraform loaders. */
import { cleanAttributes } from "./clean.js";
import { deriveIdentity } from "./identity.js";
import { optional } from "./json.js";
import type { Identity } from "./identity.js";
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
  // All marks first: a value that is marked in one resource may stand unmarked in another.
  const masked = resources.map(({ values, mask }) => maskAttributes(values, mask, (value) => secrets.add(value)));
  resources.forEach(({ type, values }) => {
    for (const key of secretsOfType(type)) if (Object.hasOwn(values, key)) secrets.add(values[key]!);
  });
  const drafts = resources.map((resource, index) => draft(resource, cleanAttributes(masked[index]!, resource.type, secrets)));
  chooseIds(drafts);
  linkDependencies(drafts);
  const assets = drafts.map(({ asset }) => asset);
  linkByAttributes(assets);
  return assets;
}

function draft(resource: RawResource, attributes: JsonObject): Draft {
  const identity = deriveIdentity(resource.type, attributes, resource.provider);
  const { address, type, dependencies } = resource;
  const { provider, arn, region, account, tags } = identity;
  const place = { ...optional("region", region), ...optional("account", account) };
  const asset: Asset = { id: address, ...optional("arn", arn), address, name: identity.name ?? address, type, provider, ...place, tags, attributes, references: [] };
  return { asset, identity, dependencies };
}

/**
 * Gives each asset the cloud's id. Where several share one (a bucket and its policy), it goes to the only one among them that has an ARN of its own; the others go by their address.
 */
function chooseIds(drafts: readonly Draft[]): void {
  const sharing = Map.groupBy === undefined ? groupByNativeId(drafts) : Map.groupBy(drafts, ({ identity }) => identity.nativeId);
  for (const [nativeId, group] of sharing) {
    if (nativeId === undefined) continue;
    const owners = group.length === 1 ? group : group.filter(({ identity }) => identity.arn !== undefined);
    if (owners.length === 1) owners[0]!.asset.id = nativeId;
  }
}

function linkDependencies(drafts: readonly Draft[]): void {
  const instances = new Map<string, Asset[]>();
  for (const { asset } of drafts) {
    const key = withoutInstanceKeys(asset.address!);
    const others = instances.get(key);
    if (others === undefined) instances.set(key, [asset]);
    else others.push(asset);
  }
  for (const { asset, dependencies } of drafts) {
    const ids = dependencies.flatMap((dependency) => pickInstances(asset, instances.get(withoutInstanceKeys(dependency)) ?? []));
    asset.references = [...new Set(ids)].filter((id) => id !== asset.id);
  }
}

/** With `count` or `for_each` on both sides, `a[1]` uses `b[1]`; else it may use any. */
function pickInstances(asset: Asset, candidates: readonly Asset[]): string[] {
  const key = instanceKey(asset.address!);
  const twin = key === undefined || candidates.length < 2 ? undefined : candidates.find((candidate) => instanceKey(candidate.address!) === key);
  if (twin !== undefined) return [twin.id];
  return candidates.length > MAX_FAN_OUT ? [] : candidates.map(({ id }) => id);
}

const INSTANCE_KEY = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g;

/** `module.x["k"].aws_y.z[0]` → `module.x.aws_y.z`. */
export function withoutInstanceKeys(address: string): string {
  return address.replace(INSTANCE_KEY, "");
}

function instanceKey(address: string): string | undefined {
  const last = [...address.matchAll(INSTANCE_KEY)].at(-1)?.[0];
  return last !== undefined && address.endsWith(last) ? last : undefined;
}
