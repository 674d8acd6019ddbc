/** Emitted classes → `cloudg-mcp.schemas.json`: the generated module's data without code, for packages that build on this one and for documentation. */
import type { JsonSchema } from "../model/json-schema.js";
import type { MemberEntry, SchemaMeta } from "../schema/manifest.js";
import type { ClassNode, ClassReference, ClassReferences } from "./class-reference.js";
import { compare, relativePath } from "./diagnostics.js";
import type { EmittedClass } from "./emitted-class.js";
import type { Mark } from "./marks.js";
import type { WireFacts } from "./wire-facts.js";

/** Classes are named `file#Export` (or `package#Export`), files relative to the manifest's project. */
export interface ManifestFile extends SchemaMeta {
  readonly classes: Readonly<Record<string, Readonly<Record<string, ManifestFileMember>>>>;
  /** Classes that arguments are made into. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

export interface ManifestFileMember extends MemberEntry {
  readonly hydrate?: readonly (readonly [pointer: string, target: string])[];
  /** For readers of this file only: at run time the decorators say it. */
  readonly wire?: WireFacts;
}

export interface ManifestFileInput {
  readonly dir: string;
  readonly meta: SchemaMeta;
  readonly classes: readonly EmittedClass[];
  readonly references: ClassReferences;
  /** The published schema of a class by itself. */
  readonly definitionOf: (node: ClassNode) => JsonSchema;
}

export function generateManifestFile({ dir, meta, classes, references, definitionOf }: ManifestFileInput): string {
  const definitions = new Map<string, JsonSchema>();
  const nameOfMark = ({ target }: Mark): string => {
    if (typeof target === "string") return target;
    const node = target;
    const name = referenceName(dir, references.of(node)!);
    // A generic class has a form only where its type arguments are known.
    if (node.typeParameters === undefined && !definitions.has(name)) definitions.set(name, definitionOf(node));
    return name;
  };
  const rows = classes.map(({ reference, members }) => {
    const entries = members.map(({ member, entry, marks, wire }) => {
      const hydrate = marks.map((mark): [string, string] => [mark.pointer, nameOfMark(mark)]);
      return [member.key, { ...entry, ...(hydrate.length === 0 ? {} : { hydrate }), wire }] as const;
    });
    return [referenceName(dir, reference), Object.fromEntries(entries)] as const;
  });
  const sorted = [...definitions].sort(([a], [b]) => compare(a, b));
  const file: ManifestFile = { ...meta, classes: Object.fromEntries(rows), definitions: Object.fromEntries(sorted) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function referenceName(dir: string, { module, isFile, exportName }: ClassReference): string {
  return `${isFile ? relativePath(dir, module) : module}#${exportName}`;
}
