/** Where a dataset falls short of one framework: failing requirements, the checks behind them, the assets responsible. */
import type { DatasetIndex } from "./dataset-index.js";
import { groupBy } from "./group-by.js";
import { optional } from "./json.js";
import { SEVERITIES } from "./model.js";
import type { Finding, FindingStatus, Severity } from "./model.js";
import { nameAsset } from "./neighbors.js";
import type { AssetName } from "./neighbors.js";

export interface GapCheck {
  checkId: string;
  title: string;
  severity: Severity;
  remediation?: string;
  /** Failing findings of this check. */
  findings: number;
  /** The assets responsible; at most 25. */
  assets: AssetName[];
  assetCount: number;
}

export interface GapControl {
  /** The framework's own id of the requirement. */
  requirement: string;
  /** Of the worst failing check. */
  severity: Severity;
  findings: number;
  checks: GapCheck[];
}

export interface GapAnalysis {
  framework: string;
  dataset: string;
  /** Requirements by the worst that was found; one that fails somewhere fails. */
  requirements: { total: number; failing: number; manual: number; passing: number };
  /** Failing findings. */
  failures: Record<Severity, number>;
  /** Failing requirements, the most severe first. */
  controls: GapControl[];
}

const MAX_ASSETS = 25;

/** @param framework As the dataset spells it. */
export function analyseGaps(index: DatasetIndex, framework: string): GapAnalysis {
  const relevant = index.findings.filter(({ frameworks }) => Object.hasOwn(frameworks, framework));
  const requirements = groupRequirements(relevant, framework);
  const failing = relevant.filter(({ status }) => status === "fail");
  const controls = [...requirements].flatMap(([requirement, findings]) => {
    const failures = findings.filter(({ status }) => status === "fail");
    return failures.length === 0 ? [] : [describeControl(index, requirement, failures)];
  });
  const without = (status: FindingStatus): number => [...requirements.values()].filter((findings) => worstStatus(findings) === status).length;
  return {
    framework,
    dataset: index.dataset.name,
    requirements: { total: requirements.size, failing: controls.length, manual: without("manual"), passing: without("pass") },
    failures: Object.fromEntries(SEVERITIES.map((severity) => [severity, failing.filter((finding) => finding.severity === severity).length])) as Record<
      Severity,
      number
    >,
    controls: controls.sort(
      (one, other) =>
        rank(one.severity) - rank(other.severity) || other.findings - one.findings || one.requirement.localeCompare(other.requirement, "en", { numeric: true }),
    ),
  };
}

function groupRequirements(findings: readonly Finding[], framework: string): Map<string, Finding[]> {
  const pairs = findings.flatMap((finding) => [...new Set(finding.frameworks[framework])].map((requirement) => ({ requirement, finding })));
  const groups = groupBy(pairs, ({ requirement }) => requirement);
  return new Map([...groups].map(([requirement, members]) => [requirement, members.map(({ finding }) => finding)]));
}

function describeControl(index: DatasetIndex, requirement: string, failures: readonly Finding[]): GapControl {
  const checks = [...groupBy(failures, ({ checkId }) => checkId).values()].map((findings) => describeCheck(index, findings));
  const severity = checks.map((check) => check.severity).sort((one, other) => rank(one) - rank(other))[0]!;
  return { requirement, severity, findings: failures.length, checks };
}

/** @param findings Failures of one check, the most severe first. */
function describeCheck(index: DatasetIndex, findings: readonly Finding[]): GapCheck {
  const [{ checkId, title, severity, remediation }] = findings as [Finding, ...Finding[]];
  const ids = [...new Set(findings.flatMap(({ assetIds }) => assetIds))];
  const assets = ids.slice(0, MAX_ASSETS).flatMap((id) => {
    const asset = index.lookup.get(id);
    return asset === undefined ? [] : [nameAsset(asset)];
  });
  return { checkId, title, severity, ...optional("remediation", remediation), findings: findings.length, assets, assetCount: ids.length };
}

function worstStatus(findings: readonly Finding[]): FindingStatus {
  const statuses = new Set(findings.map(({ status }) => status));
  return (["fail", "manual", "pass"] as const).find((status) => statuses.has(status)) ?? "muted";
}

function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
