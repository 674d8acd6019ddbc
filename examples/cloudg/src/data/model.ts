/** The vocabulary of the inventory: assets, findings and the datasets that hold them; what every loader produces and every question answers with. */
import type { JsonObject } from "./json.js";

export type Provider = "aws" | "azure" | "gcp" | "other";
export type Severity = "critical" | "high" | "medium" | "low" | "informational";
export type FindingStatus = "fail" | "pass" | "manual" | "muted";
export type DatasetKind = "terraform-state" | "terraform-show" | "prowler-ocsf" | "trivy" | "cloudg";

export const PROVIDERS: readonly Provider[] = ["aws", "azure", "gcp", "other"];
/** The most severe first. */
export const SEVERITIES: readonly Severity[] = ["critical", "high", "medium", "low", "informational"];
/** What needs work first. */
export const STATUSES: readonly FindingStatus[] = ["fail", "manual", "pass", "muted"];

/** One thing that exists in a cloud, or that a scanner named. */
export interface Asset {
  /** Unique in its dataset: the cloud's own id where that is unique, else the ARN or the address. */
  id: string;
  arn?: string;
  /** Where the source file declares it, e.g. `module.web.aws_instance.app[0]`. */
  address?: string;
  name: string;
  /** E.g. `aws_s3_bucket`, `AwsEc2Instance`. */
  type: string;
  provider: Provider;
  region?: string;
  /** AWS account, Azure subscription or Google Cloud project. */
  account?: string;
  tags: Record<string, string>;
  /** Everything else the file says; what is sensitive reads "(sensitive)". */
  attributes: JsonObject;
  /** Ids of the assets this one refers to. */
  references: string[];
}

/** One judgement of a scanner about one or more assets. */
export interface Finding {
  /** Unique in its dataset. */
  id: string;
  /** The rule that was checked, e.g. `s3_bucket_public_access`. */
  checkId: string;
  title: string;
  status: FindingStatus;
  severity: Severity;
  description?: string;
  remediation?: string;
  /** Ids of the assets it is about. */
  assetIds: string[];
  /** The resource as the scanner named it. */
  resource: string;
  /** Requirement ids by framework, e.g. `{ "CIS-AWS": ["5.2"] }`. */
  frameworks: Record<string, string[]>;
  /** The tool that found it. */
  source: string;
  region?: string;
  account?: string;
}

/** What a loader makes of one document. */
export interface DatasetContent {
  kind: DatasetKind;
  assets: Asset[];
  findings: Finding[];
  /** What was left out while reading, for a person. */
  notes: string[];
}

/** A loaded document under the name it goes by. */
export interface Dataset extends DatasetContent {
  name: string;
  /** The file's path relative to its root, or "sample". */
  source: string;
  /** ISO 8601. */
  loadedAt: string;
  /** Changes exactly when the file's content does, so that a cursor can tell. */
  version: string;
}
