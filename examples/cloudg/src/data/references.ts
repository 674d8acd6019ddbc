/** Finds the ids and ARNs of other assets in an asset's attributes. Serves loading (who refers to whom) and neighbours (through which attribute). */
import { canonicalId } from "./cloud-ids.js";
import { groupBy } from "./group-by.js";
import { isObject, textAt } from "./json.js";
import type { JsonValue } from "./json.js";
import type { Asset } from "./model.js";

/** Full identifiers inside longer texts such as policies. */
const EMBEDDED_ID = /(?:arn:[\w-]+:|\/subscriptions\/|projects\/)[^\s"'`\\<>|()[\]{},;]+/gi;
/** Longer texts are scripts or documents, not references. */
const MAX_TEXT = 100_000;
/** How far up the parts of an identifier are followed: a subnet's id names its network, an object's ARN its bucket. */
const MAX_PARENTS = 4;

export class ReferenceIndex {
  private readonly byId = new Map<string, string>();

  constructor(assets: readonly Asset[]) {
    for (const asset of assets) {
      for (const id of [asset.id, asset.arn, textAt(asset.attributes, "self_link")]) {
        if (id !== undefined) this.learn(id, asset);
      }
    }
    // The cloud's short id, for an asset that goes by its ARN; not where several share it (a bucket and its policy).
    for (const [id, sharing] of groupBy(assets, ({ attributes }) => textAt(attributes, "id"))) {
      if (id !== undefined && sharing.length === 1) this.learn(id, sharing[0]!);
    }
  }

  /** Ids of the assets that the attributes of this one mention, each with the path of the first attribute that does, e.g. `subnet_mapping.0.subnet_id`. */
  mentionsOf(asset: Asset): Map<string, string> {
    const mentions = new Map<string, string>();
    const visit = (value: JsonValue, path: string): void => {
      if (typeof value === "string") {
        for (const id of this.idsIn(value)) if (id !== asset.id && !mentions.has(id)) mentions.set(id, path);
      } else if (Array.isArray(value)) value.forEach((item, index) => visit(item, `${path}.${index}`));
      else if (isObject(value)) for (const [key, item] of Object.entries(value)) visit(item, path === "" ? key : `${path}.${key}`);
    };
    visit(asset.attributes, "");
    return mentions;
  }

  private learn(id: string, asset: Asset): void {
    const key = canonicalId(id);
    if (isTelling(id) && !this.byId.has(key)) this.byId.set(key, asset.id);
  }

  private *idsIn(text: string): Generator<string> {
    if (text.length > MAX_TEXT) return;
    const whole = this.byId.get(canonicalId(text));
    if (whole !== undefined) yield whole;
    if (!text.includes(":") && !text.includes("/")) return;
    for (const [found] of text.matchAll(EMBEDDED_ID)) {
      const id = this.nearest(found);
      if (id !== undefined) yield id;
    }
  }

  /** The asset of this identifier, else of the nearest one above it. */
  private nearest(found: string): string | undefined {
    let id = canonicalId(found);
    for (let step = 0; step <= MAX_PARENTS; step += 1) {
      const asset = this.byId.get(id);
      if (asset !== undefined) return asset;
      const parent = id.replace(/[:/][^:/]*$/, "");
      if (parent === id) return undefined;
      id = parent;
    }
    return undefined;
  }
}

/** Whether meeting this text among attributes means the asset: `web` or `5432` may be anything, `sg-0a1` or `my_role` hardly. */
function isTelling(id: string): boolean {
  return (id.length >= 4 && /[-_.:/]/.test(id)) || (id.length >= 10 && /\d/.test(id));
}

/** Fills in `references`: those already there that name an asset, then what the attributes mention. */
export function linkByAttributes(assets: readonly Asset[]): void {
  const index = new ReferenceIndex(assets);
  for (const asset of assets) asset.references = [...new Set([...asset.references, ...index.mentionsOf(asset).keys()])];
}
