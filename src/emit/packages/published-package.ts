/** One package's published schemas, and which of its records belongs to a class that was met in its `.d.ts`. */
import { relative, sep } from "node:path";
import type TS from "typescript";
import type { ClassDeclaration } from "../class-declaration.js";
import type { ManifestFile, ManifestFileMember } from "../manifest-file.js";
import type { PackageFolder } from "../package-of.js";
import { ts } from "../compiler.js";

export interface PublishedClass {
  readonly package: PublishedPackage;
  readonly entries: Readonly<Record<string, ManifestFileMember>>;
  readonly declaration: ClassDeclaration;
}

interface Row {
  /** `src/window.ts`, without its extension. */
  readonly file: string;
  readonly exportName: string;
  readonly cls: PublishedClass;
}

export class PublishedPackage {
  private readonly rows: readonly Row[];

  constructor(
    readonly folder: PackageFolder,
    { classes, declarations = {} }: ManifestFile,
  ) {
    const keys = new Set([...Object.keys(classes), ...Object.keys(declarations)]);
    this.rows = [...keys].map((key) => {
      const at = key.lastIndexOf("#");
      const cls = { package: this, entries: own(classes, key) ?? {}, declaration: own(declarations, key) ?? {} };
      return { file: stem(key.slice(0, Math.max(at, 0))), exportName: key.slice(at + 1), cls };
    });
  }

  /**
   * By name; of several with one name, by how much of the file's path is the same, since `dist/a/b.d.ts` was `src/a/b.ts`, then by what they have.
   * Undefined: nothing of the class was lost. `"ambiguous"`: it cannot be said which it is.
   */
  find(node: TS.ClassLikeDeclaration): PublishedClass | "ambiguous" | undefined {
    // What bundles declarations numbers those of one name: `Window$1`.
    const name = node.name?.text.replace(/\$\d+$/, "") ?? "default";
    const named = this.rows.filter(({ exportName, cls }) => (cls.declaration.name ?? exportName) === name);
    if (named.length <= 1) return named[0]?.cls;
    const path = stem(relative(this.folder.folder, node.getSourceFile().fileName).split(sep).join("/"));
    const nearest = best(named, ({ file }) => commonEnd(file, path));
    const members = new Set(node.members.map((member) => (member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : "")));
    const fitting = nearest.length === 1 ? nearest : nearest.filter(({ cls }) => namesOf(cls).every((key) => members.has(key)));
    return fitting.length === 1 ? fitting[0]!.cls : "ambiguous";
  }
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function stem(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?tsx?$/, "");
}

function commonEnd(a: string, b: string): number {
  const [left, right] = [a.split("/").reverse(), b.split("/").reverse()];
  const differs = left.findIndex((part, i) => part !== right[i]);
  return differs < 0 ? left.length : differs;
}

function best(rows: readonly Row[], score: (row: Row) => number): Row[] {
  const scores = rows.map(score);
  const top = Math.max(...scores);
  return rows.filter((_, i) => scores[i] === top);
}

function namesOf({ declaration: { hidden = [], members = {}, properties = {} } }: PublishedClass): string[] {
  return [...hidden, ...Object.keys(members), ...Object.keys(properties)];
}
