/** How the generated module can name a class: module and export. Serves the marks of the type engine and the generated module. */
import { resolve } from "node:path";
import type TS from "typescript";
import { ts } from "./compiler.js";
import { resolveAlias, unwrap } from "./static-value.js";
import type { Project } from "./program.js";

export type ClassNode = TS.ClassDeclaration | TS.ClassExpression;

/** `module` is a file of the project (absolute) or the specifier of a package. */
export interface ClassReference {
  readonly module: string;
  readonly isFile: boolean;
  readonly exportName: string;
  /** The constructor is private or protected, which TypeScript does not take for a constructor. */
  readonly isGuarded: boolean;
}

export class ClassReferences {
  private readonly found = new Map<ClassNode, ClassReference | undefined>();
  private packageExports: Map<TS.Declaration, ClassReference> | undefined;
  private readonly own: ReadonlySet<TS.SourceFile>;

  constructor(private readonly project: Project) {
    this.own = new Set(project.files);
  }

  /** Undefined when no import reaches the class. */
  of(node: ClassNode): ClassReference | undefined {
    if (!this.found.has(node)) this.found.set(node, this.find(node));
    return this.found.get(node);
  }

  private find(node: ClassNode): ClassReference | undefined {
    const file = node.getSourceFile();
    const imported = this.own.has(file) ? undefined : this.fromPackages().get(node);
    if (imported !== undefined || file.isDeclarationFile || this.project.program.isSourceFileFromExternalLibrary(file)) return imported;
    const module = this.project.checker.getSymbolAtLocation(file);
    const exportName = module === undefined ? undefined : this.exportNameIn(module, node);
    return exportName === undefined ? undefined : { module: resolve(file.fileName), isFile: true, exportName, isGuarded: isGuarded(node) };
  }

  /** A named export is preferred to `default`, and the class's own name to any other. */
  private exportNameIn(module: TS.Symbol, node: ClassNode): string | undefined {
    const names = this.project.checker
      .getExportsOfModule(module)
      .filter((symbol) => declaresClass(resolveAlias(this.project.checker, symbol), node))
      .map((symbol) => symbol.name)
      .filter((name) => name !== "export=");
    return names.find((name) => name === node.name?.text) ?? names.find((name) => name !== "default") ?? names[0];
  }

  /** Every class that the sources import from a package, by the specifier they import it with: never a path into node_modules. */
  private fromPackages(): Map<TS.Declaration, ClassReference> {
    if (this.packageExports !== undefined) return this.packageExports;
    this.packageExports = new Map();
    for (const specifier of this.project.files.flatMap(packageSpecifiers)) this.addExports(this.packageExports, specifier);
    return this.packageExports;
  }

  private addExports(map: Map<TS.Declaration, ClassReference>, specifier: TS.StringLiteral): void {
    const module = this.project.checker.getSymbolAtLocation(specifier);
    if (module === undefined) return;
    for (const symbol of this.project.checker.getExportsOfModule(module)) {
      const declaration = resolveAlias(this.project.checker, symbol)?.valueDeclaration;
      if (declaration === undefined || !ts.isClassLike(declaration) || symbol.name === "export=") continue;
      const known = map.get(declaration);
      if (known !== undefined && (known.module !== specifier.text || !isBetterName(symbol.name, known.exportName, declaration))) continue;
      map.set(declaration, { module: specifier.text, isFile: false, exportName: symbol.name, isGuarded: isGuarded(declaration) });
    }
  }
}

/** As among the exports of a file: the class's own name before any other, any other before `default`. */
function isBetterName(name: string, known: string, node: ClassNode): boolean {
  return known !== node.name?.text && (name === node.name?.text || known === "default");
}

function isGuarded(node: TS.ClassLikeDeclaration): boolean {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  return constructor !== undefined && (ts.getCombinedModifierFlags(constructor) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
}

function declaresClass(symbol: TS.Symbol | undefined, node: ClassNode): boolean {
  const declaration = symbol?.valueDeclaration;
  if (declaration === node) return true;
  // export const Tools = class { … }
  return (
    declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && unwrap(declaration.initializer) === node
  );
}

/** Of everything the file imports from packages or hands on from them. */
export function packageSpecifiers(file: TS.SourceFile): TS.StringLiteral[] {
  return file.statements
    .map((statement) => (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined))
    .filter((specifier): specifier is TS.StringLiteral => specifier !== undefined && ts.isStringLiteral(specifier) && !specifier.text.startsWith("."));
}
