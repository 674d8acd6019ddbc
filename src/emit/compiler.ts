/**
 * Loads the compiler and the schema engine, once and only when something is emitted. Both come from typescript-json-schema, since
 * `npm install typescript` may bring a version whose compiler has no JavaScript API. Serves every file of the emit stage.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type TS from "typescript";
import type { JsonSchema } from "../model/json-schema.js";
import { failEmit } from "./diagnostics.js";

const ENGINE = "typescript-json-schema";
const ENGINE_VERSION = "0.68.0";
const TYPESCRIPT_MAJOR = "5";
const INSTALL = `npm install --save-dev --save-exact ${ENGINE}@${ENGINE_VERSION}`;

/** The compiler's API. Set by {@link loadCompiler}, which runs before anything else of this folder. */
export let ts: typeof TS;
/** The engine's generator class. Set by {@link loadCompiler}. */
export let EngineClass: EngineConstructor;

/** The engine's inner methods that the emitter calls or replaces; it declares them private, so version and shape are pinned here. */
export interface Engine {
  readonly ReffedDefinitions: Record<string, JsonSchema>;
  getTypeDefinition(
    type: TS.Type,
    asRef?: boolean,
    unionModifier?: string,
    prop?: TS.Symbol,
    reffedType?: TS.Symbol,
    pairedSymbol?: TS.Symbol,
    forceNotRef?: boolean,
    ignoreUndefined?: boolean,
  ): JsonSchema;
  getUnionDefinition(type: TS.UnionType, unionModifier: string, definition: JsonSchema): JsonSchema;
  getIntersectionDefinition(type: TS.IntersectionType, definition: JsonSchema): JsonSchema;
  getDefinitionForRootType(type: TS.Type, reffedType: TS.Symbol | undefined, definition: JsonSchema): JsonSchema;
  getClassDefinition(type: TS.Type, definition: JsonSchema): JsonSchema;
  getTypeName(type: TS.Type): string;
  makeTypeNameUnique(type: TS.Type, baseName: string): string;
  parseCommentsIntoDefinition(symbol: TS.Symbol | undefined, definition: JsonSchema, otherAnnotations: Record<string, true>): void;
}
export type EngineConstructor = new (
  symbols: [],
  allSymbols: object,
  userSymbols: object,
  inheritingTypes: object,
  checker: TS.TypeChecker,
  args: object,
) => Engine;

interface EnginePackage {
  readonly ts: typeof TS;
  readonly JsonSchemaGenerator: EngineConstructor;
  readonly getDefaultArgs: () => object;
}

/** Says which engine and compiler were loaded. Set by {@link loadCompiler}. */
export let engineFiles: readonly string[] = [];

/** The engine's settings: references for named types, so that recursion and sharing are seen. */
export let engineArguments: object;

/**
 * @param projectDir Where the engine is looked for when it is not installed beside this package.
 * @throws EmitError CG9001, CG9002
 */
export function loadCompiler(projectDir: string): void {
  if (ts !== undefined) return;
  const require = findEngine(projectDir);
  const { version } = require(`${ENGINE}/package.json`) as { version: string };
  if (version !== ENGINE_VERSION)
    failEmit("CG9002", `${ENGINE} ${version} is installed, and only ${ENGINE_VERSION} was tested with this version of cloudg-mcp. Run: ${INSTALL}`);
  const engine = require(ENGINE) as EnginePackage;
  if (engine.ts.version.split(".")[0] !== TYPESCRIPT_MAJOR) {
    failEmit(
      "CG9002",
      `${ENGINE} loads TypeScript ${engine.ts.version}, and the emitter needs ${TYPESCRIPT_MAJOR}.x. Remove the override of its "typescript" dependency and run: ${INSTALL}`,
    );
  }
  ts = engine.ts;
  engineFiles = [require.resolve(`${ENGINE}/package.json`), join(dirname(ts.sys.getExecutingFilePath()), "../package.json")];
  EngineClass = engine.JsonSchemaGenerator;
  engineArguments = { ...engine.getDefaultArgs(), ref: true, required: true, strictNullChecks: true, ignoreErrors: true };
}

function findEngine(projectDir: string): NodeJS.Require {
  for (const base of [import.meta.url, join(projectDir, "package.json")]) {
    const require = createRequire(base);
    try {
      require.resolve(ENGINE);
      return require;
    } catch {
      // Not installed there.
    }
  }
  return failEmit("CG9001", `${ENGINE} is not installed; it turns TypeScript types into JSON Schemas at build time. Run: ${INSTALL}`);
}
