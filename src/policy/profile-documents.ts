/** The built-in profiles. Written by scripts/build-profiles.ts from profiles/*.yaml; change those and run `npm run build:profiles`. */
import type { PolicyDocument } from "./document.js";

export const PROFILE_NAMES = ["open", "standard", "strict", "read_only", "airgapped", "audit"] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export function isProfileName(name: string): name is ProfileName {
  return (PROFILE_NAMES as readonly string[]).includes(name);
}

export const PROFILE_DOCUMENTS: Readonly<Record<ProfileName, PolicyDocument>> = {
  open: {
    name: "open",
    description: "Nothing is denied.",
  },
  standard: {
    name: "standard",
    description: "Everything but what shows hidden values; that is for admins and privacy admins.",
    denyCapabilities: ["reveal"],
    roles: {
      admin: {
        allowCapabilities: ["reveal"],
      },
      "privacy-admin": {
        allowCapabilities: ["reveal"],
      },
    },
  },
  strict: {
    name: "strict",
    description: "No cloud, no programs, no writing of files, nothing above confidential, 240 calls a minute.",
    extends: "standard",
    denyCapabilities: ["cloud_access", "exec", "write_fs", "reveal"],
    maxSensitivity: "confidential",
    rateLimits: [
      {
        rate: 240,
        per: "minute",
        burst: 120,
        scope: "principal",
      },
    ],
  },
  read_only: {
    name: "read_only",
    description: "What was collected may be looked at; no cloud, no programs, no writing of files.",
    extends: "standard",
    denyCapabilities: ["cloud_access", "exec", "write_fs"],
  },
  airgapped: {
    name: "airgapped",
    description: "No cloud and no programs; files may be written.",
    extends: "standard",
    denyCapabilities: ["cloud_access", "exec"],
  },
  audit: {
    name: "audit",
    description: "Read-only, with a record of every call.",
    extends: "read_only",
    audit: true,
    auditSize: 10000,
  },
};
