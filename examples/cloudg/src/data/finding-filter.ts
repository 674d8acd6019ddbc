/** Decides which findings a question is about, and gathers those about one asset from all datasets. */
import type { DatasetIndex } from "./dataset-index.js";
import { byUrgency } from "./dataset-index.js";
import type { Asset, Finding, FindingStatus, Severity } from "./model.js";

/** All that are given must match; an empty text counts as not given. */
export interface FindingFilter {
  severity?: Severity | undefined;
  status?: FindingStatus | undefined;
  /** A framework's name, in any case. */
  framework?: string | undefined;
  /** A check's id, in any case. */
  checkId?: string | undefined;
}

export function filterFindings(findings: readonly Finding[], { severity, status, framework = "", checkId = "" }: FindingFilter): Finding[] {
  const wantedFramework = framework.trim().toLowerCase();
  const wantedCheck = checkId.trim().toLowerCase();
  return findings.filter(
    (finding) =>
      (severity === undefined || finding.severity === severity) &&
      (status === undefined || finding.status === status) &&
      (wantedFramework === "" || Object.keys(finding.frameworks).some((name) => name.toLowerCase() === wantedFramework)) &&
      (wantedCheck === "" || finding.checkId.toLowerCase() === wantedCheck),
  );
}

/** Findings about an asset in each of the datasets: a scanner's report knows it by the ARN that the state knows it by. */
export function mergeFindings(asset: Asset, indexes: readonly DatasetIndex[]): Finding[] {
  const refs = [asset.id, asset.arn].filter((ref) => ref !== undefined);
  const findings = indexes.flatMap((index) => {
    const ids = new Set(refs.map((ref) => index.lookup.get(ref)?.id));
    return [...ids].flatMap((id) => (id === undefined ? [] : index.findingsOf(id)));
  });
  return [...new Set(findings)].sort(byUrgency);
}
