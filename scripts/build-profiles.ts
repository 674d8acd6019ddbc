/** Writes src/policy/profile-documents.ts from the profiles' YAML, checked like anybody's policy: so that serving one loads neither a YAML parser nor class-validator. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import prettier from "prettier";
import { profileModule } from "./lib/profile-module.js";

const target = fileURLToPath(new URL("../src/policy/profile-documents.ts", import.meta.url));
const options = (await prettier.resolveConfig(target, { config: fileURLToPath(new URL("prettier.config.mjs", import.meta.url)) })) ?? {};
writeFileSync(target, await prettier.format(await profileModule(), { ...options, parser: "typescript" }));
