/** What a primitive may touch. Declared by the author; hints are derived from it and policies deny by it. */
export const Capability = {
  /** Reads what the server already holds. */
  ReadState: "read_state",
  /** Changes what the server holds. */
  WriteState: "write_state",
  ReadFs: "read_fs",
  WriteFs: "write_fs",
  /** Talks to a cloud or another remote service. */
  CloudAccess: "cloud_access",
  /** Starts programs. */
  Exec: "exec",
  /** Shows values that are otherwise hidden. */
  Reveal: "reveal",
} as const;
export type Capability = (typeof Capability)[keyof typeof Capability];

const ALL: ReadonlySet<string> = new Set(Object.values(Capability));

export function isCapability(value: unknown): value is Capability {
  return typeof value === "string" && ALL.has(value);
}

/** The names a message can offer, in the order they are declared. */
export const CAPABILITY_NAMES: readonly Capability[] = Object.values(Capability);
