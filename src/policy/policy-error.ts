/** Policy documents that cannot be used: thrown once per load, with every fault in it. */

export interface PolicyFault {
  /** The document and, where known, line and column: `team.yaml:12:5`. */
  readonly where: string;
  /** Dotted, as written in the document: `rules.0.denyTools.1`; "" for the whole. */
  readonly path: string;
  readonly problem: string;
}

const MAX_SHOWN = 50;

export class PolicyError extends Error {
  override readonly name = "PolicyError";
  readonly faults: readonly PolicyFault[];

  constructor(faults: readonly PolicyFault[], options?: { readonly cause?: unknown }) {
    const lines = faults.map(({ where, path, problem }) => `${where}: ${path === "" ? "" : `${path}: `}${problem}`);
    const more = lines.length > MAX_SHOWN ? `\n  … and ${lines.length - MAX_SHOWN} more` : "";
    super(lines.length === 1 ? lines[0] : `${lines.length} things are wrong in the policy:\n  ${lines.slice(0, MAX_SHOWN).join("\n  ")}${more}`, options);
    this.faults = faults;
  }
}
