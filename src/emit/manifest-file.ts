/**
 * Emitted classes → `cloudg-mcp.schemas.json`: the generated module's data without code, for packages that build on this one and for documentation.
 * A package ships it beside its package.json. It has the format number of the generated module; fields that an older reader may ignore do not raise it.
 */
import type { JsonSchema } from "../model/json-schema.js";
import type { MemberEntry, SchemaMeta } from "../schema/manifest.js";
import type { ClassDeclaration } from "./class-declaration.js";
import type { ClassNode, ClassReference, ClassReferences } from "./class-reference.js";
import type { TransformPlan } from "./constraints/class-transformer.js";
import { compare, relativePath } from "./diagnostics.js";
import type { EmittedClass } from "./emitted-class.js";
import type { Mark } from "./marks.js";
import type { WireFacts } from "./wire-facts.js";

/** Classes are named `file#Export` (or `package#Export`), files relative to the manifest's project. */
export interface ManifestFile extends SchemaMeta {
  /** Class → method → entry. A generic class's methods are also under each class that says what its types are. */
  readonly classes: Readonly<Record<string, Readonly<Record<string, ManifestFileMember>>>>;
  /** Classes that arguments are made into, each as its published schema. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Decorators, initialisers and defaults of classes, which their `.d.ts` has lost. A class of which nothing is lost is not here. */
  readonly declarations?: Readonly<Record<string, ClassDeclaration>>;
}

export interface ManifestFileMember extends MemberEntry {
  /** With a plan, class-transformer makes the instance. */
  readonly hydrate?: readonly FileMark[];
  /** For readers of this file only: at run time the decorators say it. */
  readonly wire?: WireFacts;
}

export type FileMark = readonly [pointer: string, target: string, transform?: TransformPlan];

export interface ManifestFileInput {
  readonly dir: string;
  readonly meta: SchemaMeta;
  readonly classes: readonly EmittedClass[];
  readonly references: ClassReferences;
  readonly declarations: ReadonlyMap<string, ClassDeclaration>;
  /** The published schema of a class by itself. */
  readonly definitionOf: (node: ClassNode) => JsonSchema;
}

export function generateManifestFile({ dir, meta, classes, references, declarations, definitionOf }: ManifestFileInput): string {
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
      const hydrate = marks.map((mark): FileMark =>
        mark.transform === undefined ? [mark.pointer, nameOfMark(mark)] : [mark.pointer, nameOfMark(mark), mark.transform],
      );
      return [member.key, { ...entry, ...(hydrate.length === 0 ? {} : { hydrate }), wire }] as const;
    });
    return [referenceName(dir, reference), Object.fromEntries(entries)] as const;
  });
  const file: ManifestFile = {
    ...meta,
    classes: Object.fromEntries(rows),
    definitions: sortedObject(definitions),
    ...(declarations.size === 0 ? {} : { declarations: sortedObject(declarations) }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function sortedObject<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => compare(a, b)));
}

function referenceName(dir: string, { module, isFile, exportName }: ClassReference): string {
  return `${isFile ? relativePath(dir, module) : module}#${exportName}`;
}
