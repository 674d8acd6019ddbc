/** How delicate a primitive's answers are: an ordered scale that policies put a ceiling on. */
export const Sensitivity = { Public: "public", Internal: "internal", Confidential: "confidential", Restricted: "restricted" } as const;
export type Sensitivity = (typeof Sensitivity)[keyof typeof Sensitivity];

const ORDER: readonly Sensitivity[] = [Sensitivity.Public, Sensitivity.Internal, Sensitivity.Confidential, Sensitivity.Restricted];

export function isSensitivity(value: unknown): value is Sensitivity {
  return ORDER.includes(value as Sensitivity);
}

/** 0 for public to 3 for restricted. */
export function sensitivityRank(value: Sensitivity): number {
  return ORDER.indexOf(value);
}

/** The stricter of the two. */
export function stricterSensitivity(a: Sensitivity, b: Sensitivity): Sensitivity {
  return sensitivityRank(a) >= sensitivityRank(b) ? a : b;
}
