/** Reads what a TypeScript file imports, and the other facts that the architecture rules ask about, from its syntax tree. Serves scripts/check-layers. */
import { readFileSync } from "node:fs";
import ts from "typescript";

export interface ImportFact {
  /** As written. */
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
}

export interface LiteralFact {
  readonly text: string;
  readonly line: number;
}

export interface FileFacts {
  /** Every form: import, export … from, import(), import types, import = require, require() and require.resolve(). */
  readonly imports: readonly ImportFact[];
  /** String literals, pieces of templates, regular expressions; module specifiers are left out. */
  readonly literals: readonly LiteralFact[];
  /** `Reflect.defineMetadata` and its family. */
  readonly reflections: readonly LiteralFact[];
  /** Nothing in it but `export … from`. */
  readonly onlyReExports: boolean;
  readonly lines: number;
}

const METADATA_METHOD = /^(?:metadata|(?:define|has|hasOwn|get|getOwn|delete)Metadata|get(?:Own)?MetadataKeys)$/;

export function readFacts(file: string): FileFacts {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const facts = { imports: [] as ImportFact[], literals: [] as LiteralFact[], reflections: [] as LiteralFact[] };
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) facts.imports.push({ specifier: specifier.text, line: lineOf(specifier) });
    else if (isLiteral(node) && !isSpecifier(node)) facts.literals.push({ text: node.text, line: lineOf(node) });
    else if (isMetadataAccess(node)) facts.reflections.push({ text: node.getText(source), line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  const onlyReExports =
    source.statements.length > 0 && source.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined);
  return { ...facts, onlyReExports, lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0) };
}

/** The literal that names a module, when `node` is any of the forms that load one. */
function specifierOf(node: ts.Node): ts.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return asLiteral(node.moduleSpecifier);
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) return asLiteral(node.moduleReference.expression);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? asLiteral(node.argument.literal) : undefined;
  if (ts.isModuleDeclaration(node)) return asLiteral(node.name);
  if (ts.isCallExpression(node) && loadsModule(node.expression)) return asLiteral(node.arguments[0]);
  return undefined;
}

/** `import(…)`, `require(…)`, `require.resolve(…)`, `import.meta.resolve(…)`, and any function whose name begins with "require", as createRequire's results do. */
function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text.startsWith("require");
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "resolve") return false;
  return ts.isMetaProperty(callee.expression) || (ts.isIdentifier(callee.expression) && callee.expression.text.startsWith("require"));
}

function asLiteral(node: ts.Node | undefined): ts.StringLiteralLike | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node : undefined;
}

function isLiteral(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isRegularExpressionLiteral(node);
}

/** Whether the literal was already reported as the name of a module, by its parent. */
function isSpecifier(node: ts.Node): boolean {
  for (let parent: ts.Node | undefined = node.parent, depth = 0; parent !== undefined && depth < 2; parent = parent.parent, depth++) {
    if (specifierOf(parent) === node) return true;
  }
  return false;
}

function isMetadataAccess(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "Reflect" && METADATA_METHOD.test(node.name.text);
}
