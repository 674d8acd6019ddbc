/**
 * The format of the generated schema module: what the emitter writes at build time and the scanner looks up at start-up.
 * Keyed by class REFERENCE, so that no bundler, minifier or second class of the same name can break the link.
 */
import { callerFile } from "../model/caller-file.js";
import type { Constructor, HydrationMark } from "../model/hydration.js";
import type { JsonSchema } from "../model/json-schema.js";
import { OWN_COPY } from "../model/own-copy.js";
import type { PrimitiveKind } from "../model/kinds.js";

/** Raised whenever a reader of the old format would misread the new one. */
export const MANIFEST_FORMAT = 1;

/** Slots of a method's parameters that are not named arguments. `@` cannot begin an identifier. */
export const CONTEXT_SLOT = "@ctx";
export const ARGUMENTS_SLOT = "@args";

/** What the emitter knows of one decorated method. */
export interface MemberEntry {
  readonly kind: PrimitiveKind;
  /** The method's doc comment, cleaned. */
  readonly description?: string;
  /** One slot per parameter, in order: an argument's name, `"@ctx"`, or `"@args"` for the whole arguments object. Rest parameters are left out. */
  readonly params: readonly string[];
  /** A rest parameter stands behind them, which callers cannot fill. */
  readonly hasRest?: true;
  /** Schema of the arguments object (tools, prompts, templates). */
  readonly schema: JsonSchema;
  /** Schema of the result, when the author asked for it (`output: true`). */
  readonly output?: JsonSchema;
  /** A validator has no JSON Schema form: class-validator runs at call time. */
  readonly residual?: true;
  /** `path:line`, relative to the project. */
  readonly source?: string;
}

export type ManifestMember = readonly [entry: MemberEntry, hydrate?: readonly HydrationMark[]];
export type ManifestRow = readonly [cls: Constructor, members: Readonly<Record<string, ManifestMember>>];

export interface SchemaMeta {
  readonly format: number;
  /** Version of cloudg-mcp that emitted it. */
  readonly generator: string;
  /** Hash of the sources it was emitted from. */
  readonly sources: string;
}

const BRAND = Symbol.for("cloudg-mcp:schemas");

/** What a generated module exports by default. Rows are read at first lookup, since an eager table dies on an import cycle. */
export interface SchemaModule {
  readonly meta: SchemaMeta;
  readonly rows: () => readonly ManifestRow[];
  /** Of the packages whose classes these extend. Read with the rows. */
  readonly bases?: () => readonly SchemaSource[];
  /** Where the copy of this package is that made the module. */
  readonly madeBy?: string;
  /** The generated module, as it was loaded; undefined where the engine does not say. */
  readonly file?: string;
}

/** A generated module, or a plugin definition with the modules it brings. */
export type SchemaSource = SchemaModule | { readonly schemas: readonly SchemaModule[] };

/** Called by generated modules only. */
export function defineSchemas(meta: SchemaMeta, rows: () => readonly ManifestRow[], bases?: () => readonly SchemaSource[]): SchemaModule {
  let read: readonly ManifestRow[] | undefined;
  const module: SchemaModule = {
    meta,
    rows: () => {
      if (read !== undefined) return read;
      const found = rows();
      // In an import cycle a class may be missing today and there tomorrow.
      if (found.every(([cls]) => typeof (cls as unknown) === "function")) read = found;
      return found;
    },
    ...(bases === undefined ? {} : { bases }),
    madeBy: OWN_COPY,
  };
  const file = callerFile(defineSchemas);
  // Not enumerable: it is no part of what was emitted.
  if (file !== undefined) Object.defineProperty(module, "file", { value: file });
  Object.defineProperty(module, BRAND, { value: true });
  return module;
}

export function isSchemaModule(value: unknown): value is SchemaModule {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
