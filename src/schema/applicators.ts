/** Compiles the keywords that apply other schemas to the same value: allOf, anyOf, oneOf, not. Serves compilation. */
import type { JsonSchema } from "../model/json-schema.js";
import { compileUnion } from "./check-union.js";
import { acceptedKinds, nameSchema } from "./schema-kinds.js";
import type { Compiler, Site } from "./site.js";
import { beside, readSchemas } from "./site.js";
import type { Branch } from "./union.js";
import type { Check } from "./walk.js";
import { checkQuietly, FAIL, refuse } from "./walk.js";

export function compileApplicators(schema: JsonSchema, site: Site, compiler: Compiler): Check[] {
  const checks = (readSchemas(schema, "allOf", site) ?? []).map((part, index) => compiler.compile(part, beside(site, "allOf", index)));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = readSchemas(schema, keyword, site);
    if (branches !== undefined) checks.push(compileBranches(branches, keyword, site, compiler));
  }
  if (schema.not !== undefined) checks.push(compileNot(schema.not, site, compiler));
  return checks;
}

function compileBranches(schemas: readonly unknown[], keyword: "anyOf" | "oneOf", site: Site, compiler: Compiler): Check {
  const kinds = schemas.map((schema, index) => acceptedKinds(schema, beside(site, keyword, index), compiler));
  const json = site.json && !kinds.some((accepted) => accepted.has("string"));
  const branches = schemas.map((schema, index): Branch => {
    const at = { ...beside(site, keyword, index), json };
    return { check: compiler.compile(schema, at), schema, kinds: kinds[index]!, name: nameSchema(schema, at, compiler), isLiteral: isLiteral(schema) };
  });
  return compileUnion(branches, keyword === "oneOf", site, compiler);
}

function isLiteral(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && (Object.hasOwn(schema, "const") || Object.hasOwn(schema, "enum"));
}

function compileNot(schema: unknown, site: Site, compiler: Compiler): Check {
  const excluded = compiler.compile(schema, beside(site, "not"));
  return (value, walk) => (checkQuietly(excluded, value, walk, true) === FAIL ? value : refuse(walk, "not_allowed"));
}
