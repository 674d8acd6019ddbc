/** Resolves the engine's references: each is replaced by what it stands for, except that recursive types stay in `$defs`. Serves the normaliser. */
import type { JsonSchema } from "../model/json-schema.js";
import { mergeSchemas } from "./constraints/constraint.js";
import { mapSubschemas } from "./schema-walk.js";

const ENGINE_REF = "#/definitions/";
/** Generic wrappers of the language: what recurses through them has a better name. */
const STRUCTURAL = /^(?:Record|Partial|Pick|Omit|Readonly|Required|Map|Set|Promise|NonNullable|Exclude|Extract)</;
/** Types that use each other many times over grow without bound when inlined; from here on they are shared. */
const MAX_INLINED = 20_000;
const MAX_NAME = 64;

export type Definitions = Readonly<Record<string, JsonSchema>>;

/** Which definitions refer to themselves. One per run: definitions are shared by all members. */
export class DefinitionGraph {
  private readonly references = new Map<string, readonly string[]>();
  private readonly recursive = new Map<string, boolean>();

  constructor(readonly definitions: Definitions) {}

  isRecursive(name: string): boolean {
    let known = this.recursive.get(name);
    if (known === undefined) this.recursive.set(name, (known = this.reaches(name)));
    return known;
  }

  /** Whether `name` comes back to itself; for a wrapper, without passing a type that stays in `$defs` anyway. */
  private reaches(name: string): boolean {
    const seen = new Set<string>();
    const open = [...this.referencesOf(name)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === name) return true;
      if (seen.has(next) || (STRUCTURAL.test(name) && !STRUCTURAL.test(next) && this.isRecursive(next))) continue;
      seen.add(next);
      open.push(...this.referencesOf(next));
    }
    return false;
  }

  private referencesOf(name: string): readonly string[] {
    let known = this.references.get(name);
    if (known === undefined) this.references.set(name, (known = collectReferences(this.definitions[name] ?? {})));
    return known;
  }
}

/** A copy of `root` without engine references. Marks and constraints are kept, on the schema they belong to. */
export function inlineReferences(root: JsonSchema, graph: DefinitionGraph): JsonSchema {
  return new Inliner(graph).run(root);
}

class Inliner {
  private readonly names = new Map<string, string>();
  private readonly kept = new Map<string, JsonSchema>();
  private inlined = 0;

  constructor(private readonly graph: DefinitionGraph) {}

  run(root: JsonSchema): JsonSchema {
    const schema = this.resolve(root);
    if (this.kept.size === 0) return schema;
    return { ...schema, $defs: Object.fromEntries([...this.kept].map(([name, definition]) => [this.names.get(name)!, definition])) };
  }

  private resolve(schema: JsonSchema): JsonSchema {
    this.inlined++;
    const { $ref, ...siblings } = schema;
    const resolved = mapSubschemas(siblings, (subschema) => this.resolve(subschema));
    const name = $ref === undefined ? undefined : engineName($ref);
    if (name === undefined) return resolved;
    if (this.graph.isRecursive(name) || this.inlined > MAX_INLINED) return { $ref: `#/$defs/${this.keep(name)}`, ...resolved };
    return mergeSchemas(this.resolve(this.graph.definitions[name] ?? {}), resolved);
  }

  private keep(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const short = this.shortName(name);
    this.names.set(name, short);
    this.kept.set(name, {});
    this.kept.set(name, this.resolve(this.graph.definitions[name] ?? {}));
    return short;
  }

  /** `LinkedList<string>` → `LinkedList_string`; the engine's own counter goes, since it depends on the rest of the project. */
  private shortName(name: string): string {
    const words = name
      .replace(/_\d+$/, "")
      .replace(/[^A-Za-z0-9.-]+/g, "_")
      .replace(/^_+|_+$/g, "");
    const base = name.startsWith("{") || words === "" ? "Anonymous" : words.slice(0, MAX_NAME);
    const taken = new Set(this.names.values());
    let short = base;
    for (let i = 2; taken.has(short); i++) short = `${base}_${i}`;
    return short;
  }
}

function engineName($ref: string): string | undefined {
  return $ref.startsWith(ENGINE_REF) ? decodeURIComponent($ref.slice(ENGINE_REF.length)) : undefined;
}

function collectReferences(schema: JsonSchema): string[] {
  const found: string[] = [];
  const visit = (subschema: JsonSchema): JsonSchema => {
    const name = subschema.$ref === undefined ? undefined : engineName(subschema.$ref);
    if (name !== undefined) found.push(name);
    return mapSubschemas(subschema, visit);
  };
  visit(schema);
  return found;
}
