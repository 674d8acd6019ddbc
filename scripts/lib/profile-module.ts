/** The text of src/policy/profile-documents.ts, before formatting. Used by the script that writes it and the test that checks it. */
import { fileURLToPath } from "node:url";
import { checkDocument } from "../../src/policy/check-document.js";
import type { PolicyDocument } from "../../src/policy/document.js";
import { readPolicyFile } from "../../src/policy/read-document.js";

/** In the order messages list them. */
const NAMES = ["open", "standard", "strict", "read_only", "airgapped", "audit"];

/** @throws PolicyError for a profile that is wrong. */
export async function readProfiles(): Promise<Record<string, PolicyDocument>> {
  const documents: Record<string, PolicyDocument> = {};
  for (const name of NAMES) {
    const file = fileURLToPath(new URL(`../../src/policy/profiles/${name}.yaml`, import.meta.url));
    documents[name] = checkDocument(await readPolicyFile(file, `${name}.yaml`));
  }
  return documents;
}

export async function profileModule(): Promise<string> {
  return `/** The built-in profiles. Written by scripts/build-profiles.ts from profiles/*.yaml; change those and run \`npm run build:profiles\`. */
import type { PolicyDocument } from "./document.js";

export const PROFILE_NAMES = ${JSON.stringify(NAMES)} as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export function isProfileName(name: string): name is ProfileName {
  return (PROFILE_NAMES as readonly string[]).includes(name);
}

export const PROFILE_DOCUMENTS: Readonly<Record<ProfileName, PolicyDocument>> = ${JSON.stringify(await readProfiles(), null, 2)};
`;
}
