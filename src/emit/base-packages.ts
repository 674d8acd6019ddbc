/** Which packages a project's classes inherit decorated methods from, and where the schemas of those are exported. Serves the generated module's link to them. */
import { dirname } from "node:path";
import type TS from "typescript";
import { packageSpecifiers } from "./class-reference.js";
import type { ClassNode } from "./class-reference.js";
import { ts } from "./compiler.js";
import { readMethodDecorator } from "./decorators.js";
import { isOwnType } from "./origin.js";
import { packageFolderOf } from "./package-of.js";
import type { PackageFolder } from "./package-of.js";
import type { Project } from "./program.js";
import { resolveAlias } from "./static-value.js";

/** A package's plugin definition or schema module, as the sources can import it. */
export interface BaseSchemas {
  readonly module: string;
  readonly exportName: string;
}

/** One for each package, by specifier. A package whose definition nothing imports is reported. */
export function findBaseSchemas(project: Project): BaseSchemas[] {
  const bases = findBasePackages(project);
  return [...bases.values()]
    .flatMap(({ folder, cls }) => {
      const found = findExport(project, folder);
      if (found !== undefined) return [found];
      project.diagnostics.report(
        "CG6004",
        cls.name ?? cls,
        `${cls.name?.text ?? "The class"} inherits from ${folder.name}, and no import of this project exports the plugin definition or the schemas of that package. ` +
          `Import its definition, or pass its schemas: definePlugin({ classes, schemas: [theirs, schemas] }).`,
      );
      return [];
    })
    .sort((a, b) => (a.module < b.module ? -1 : 1));
}

interface BasePackage {
  readonly folder: PackageFolder;
  /** The first class that needs it. */
  readonly cls: ClassNode;
}

function findBasePackages(project: Project): Map<string, BasePackage> {
  const found = new Map<string, BasePackage>();
  const own = new Set(project.files);
  const visit = (node: TS.Node): void => {
    if (ts.isClassLike(node)) {
      for (const base of basesOf(project.checker, node)) {
        const folder = own.has(base.getSourceFile()) || !offersMembers(project, base) ? undefined : packageFolderOf(dirname(base.getSourceFile().fileName));
        if (folder !== undefined && !found.has(folder.folder)) found.set(folder.folder, { folder, cls: node });
      }
      // A class inside a function cannot be imported, so it has no entries.
    } else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  for (const file of project.files) ts.forEachChild(file, visit);
  return found;
}

function offersMembers(project: Project, cls: TS.ClassLikeDeclaration): boolean {
  const published = project.published.classOf(cls);
  if (published !== undefined) return Object.keys(published.entries).length > 0;
  return cls.members.some((member) => ts.isMethodDeclaration(member) && readMethodDecorator(project.checker, member).maker !== undefined);
}

/** Nearest first. */
function basesOf(checker: TS.TypeChecker, node: ClassNode): TS.ClassLikeDeclaration[] {
  const found: TS.ClassLikeDeclaration[] = [];
  for (let at: TS.ClassLikeDeclaration | undefined = node; at !== undefined && found.length < 100;) {
    const clause: TS.HeritageClause | undefined = at.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    const expression: TS.Expression | undefined = clause?.types[0]?.expression;
    const symbol: TS.Symbol | undefined = expression === undefined ? undefined : resolveAlias(checker, checker.getSymbolAtLocation(expression));
    const declaration: TS.Declaration | undefined = symbol?.valueDeclaration;
    at = declaration !== undefined && ts.isClassLike(declaration) ? declaration : undefined;
    if (at !== undefined) found.push(at);
  }
  return found;
}

/** The schema module where it is exported, else the definition; `default` before another. */
function findExport({ checker, files }: Project, { folder }: PackageFolder): BaseSchemas | undefined {
  const found: (BaseSchemas & { readonly rank: number })[] = [];
  for (const specifier of files.flatMap(packageSpecifiers)) {
    const module = checker.getSymbolAtLocation(specifier);
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const target = resolveAlias(checker, symbol);
      const declaration = target?.valueDeclaration;
      if (target === undefined || declaration === undefined || !(ts.isVariableDeclaration(declaration) || ts.isExportAssignment(declaration))) continue;
      if (packageFolderOf(dirname(declaration.getSourceFile().fileName))?.folder !== folder) continue;
      const type = checker.getTypeOfSymbol(target);
      const rank = isOwnType(checker, type, "SchemaModule") ? 0 : isOwnType(checker, type, "PluginDefinition") ? 1 : undefined;
      if (rank !== undefined) found.push({ module: specifier.text, exportName: symbol.name, rank: rank * 2 + (symbol.name === "default" ? 0 : 1) });
    }
  }
  const [best] = found.sort((a, b) => a.rank - b.rank);
  return best === undefined ? undefined : { module: best.module, exportName: best.exportName };
}
