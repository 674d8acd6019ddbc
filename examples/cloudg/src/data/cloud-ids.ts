/** Takes the identifiers of the three clouds apart: ARNs, Azure resource ids, Google Cloud resource names. Used to place an asset and to follow references. */

export interface CloudId {
  provider: "aws" | "azure" | "gcp";
  /** AWS account, Azure subscription or Google Cloud project. */
  account?: string;
  region?: string;
  /** The last part, e.g. `i-0bast` or a bucket's name. */
  name?: string;
}

/** What an identifier says about itself; undefined for a string that is none. */
export function parseCloudId(id: string): CloudId | undefined {
  return parseArn(id) ?? parseAzureId(id) ?? parseGcpName(id);
}

export function isArn(text: string): boolean {
  return parseArn(text) !== undefined;
}

function parseArn(text: string): CloudId | undefined {
  if (!text.startsWith("arn:") || /\s/.test(text)) return undefined;
  const parts = text.split(":");
  if (parts.length < 6 || parts[1] === "" || parts[2] === "") return undefined;
  return compact("aws", parts[4], parts[3], lastPart(parts.slice(5).join(":"), /[:/]/));
}

function parseAzureId(text: string): CloudId | undefined {
  const match = /^\/subscriptions\/([^/\s]+)(?:\/\S*)?$/i.exec(text);
  return match === null ? undefined : compact("azure", match[1], undefined, lastPart(text, "/"));
}

function parseGcpName(text: string): CloudId | undefined {
  const name = trimGcpHost(text);
  const match = /^projects\/([^/\s]+)(\/\S*)?$/.exec(name);
  if (match === null) return undefined;
  const location = /\/(?:regions|zones|locations)\/([^/]+)/.exec(match[2] ?? "")?.[1];
  return compact("gcp", match[1], location === undefined ? undefined : regionOfZone(location), lastPart(name, "/"));
}

/** `https://www.googleapis.com/compute/v1/projects/p/…` and `//compute.googleapis.com/projects/p/…` → `projects/p/…`. */
function trimGcpHost(text: string): string {
  return text.replace(/^(?:https:)?\/\/[a-z.-]+\.googleapis\.com\/(?:[a-z]+\/)?(?:v\d\w*\/)?(?=projects\/)/, "");
}

/** One spelling for all that mean the same: Azure ignores case, Google Cloud has names with and without a host. */
export function canonicalId(id: string): string {
  return /^\/subscriptions\//i.test(id) ? id.toLowerCase() : trimGcpHost(id);
}

/** `us-east-1a` → `us-east-1`, `us-central1-a` → `us-central1`; a region stays as it is. */
export function regionOfZone(zone: string): string {
  return zone.replace(/^([a-z]+(?:-[a-z]+)+-\d+)[a-z]$/, "$1").replace(/^([a-z]+-[a-z]+\d+)-[a-z]$/, "$1");
}

function lastPart(text: string, separator: string | RegExp): string {
  return text.split(separator).at(-1) ?? "";
}

function compact(provider: CloudId["provider"], account?: string, region?: string, name?: string): CloudId {
  const present = Object.entries({ account, region, name }).filter(([, value]) => value !== undefined && value !== "");
  return { provider, ...Object.fromEntries(present) };
}
