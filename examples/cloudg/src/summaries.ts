/** Short forms for lists: what a reader needs to choose, without the attributes. */
import type { Asset, Provider } from "./data/model.js";

export interface AssetSummary {
  id: string;
  name: string;
  type: string;
  provider: Provider;
  region?: string;
  arn?: string;
  address?: string;
}

export function assetSummary({ id, name, type, provider, region, arn, address }: Asset): AssetSummary {
  return {
    id,
    name,
    type,
    provider,
    ...(region === undefined ? {} : { region }),
    ...(arn === undefined ? {} : { arn }),
    ...(address === undefined ? {} : { address }),
  };
}
