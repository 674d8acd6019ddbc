/** The built-in profiles are what their YAML says. */
import { expect, it } from "@jest/globals";
import { readProfiles } from "../../../scripts/lib/profile-module.js";
import { PROFILE_DOCUMENTS, PROFILE_NAMES } from "../../../src/policy/profile-documents.js";

it("the module is the YAML (else: npm run build:profiles)", async () => {
  const documents = await readProfiles();
  expect(Object.keys(documents)).toEqual([...PROFILE_NAMES]);
  expect(PROFILE_DOCUMENTS).toEqual(documents);
  for (const name of PROFILE_NAMES) expect(documents[name]!.name).toBe(name);
});
