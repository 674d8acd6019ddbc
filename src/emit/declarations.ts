/** The classes of a project → what their `.d.ts` will have lost: the part of `cloudg-mcp.schemas.json` that packages build on. */
import type TS from "typescript";
import type { ClassDeclaration, DeclaredRecord, MemberDeclaration } from "./class-declaration.js";
import type { ClassNode, ClassReferences } from "./class-reference.js";
import { ts } from "./compiler.js";
import { isExcluding } from "./constraints/class-transformer.js";
import { isInitialized, readDeclared, readDefault } from "./declared.js";
import { writeRecord } from "./declared-record.js";
import { readOwnDecorators } from "./decorators.js";
import { DiagnosticBag, relativePath } from "./diagnostics.js";
import type { DecoratedClass, DecoratedMember } from "./members.js";
import { findOutputOption } from "./output-schema.js";
import type { Project } from "./program.js";
import { recordKey } from "./record-key.js";
import { staticName } from "./static-value.js";

/** By `file#Export`, or `file#Name` for a class without an export: others may extend it. */
export function readDeclarations(project: Project, references: ClassReferences, decorated: readonly DecoratedClass[]): Map<string, ClassDeclaration> {
  // What is wrong with a class was said where it is used.
  const reader = new DeclarationReader({ ...project, diagnostics: new DiagnosticBag(project.dir) });
  const plugins = new Map(decorated.map((cls) => [cls.node, cls]));
  const nodes = new Set<ClassNode>([...plugins.keys(), ...project.files.flatMap((file) => file.statements.filter(ts.isClassDeclaration))]);
  const found = new Map<string, ClassDeclaration>();
  for (const node of nodes) {
    const name = references.of(node)?.exportName ?? node.name?.text;
    const declaration = name === undefined ? undefined : reader.read(node, plugins.get(node)?.members ?? [], name);
    if (declaration !== undefined) found.set(`${relativePath(project.dir, node.getSourceFile().fileName)}#${name}`, declaration);
  }
  return found;
}

class DeclarationReader {
  constructor(private readonly project: Project) {}

  /** Undefined where nothing is lost. */
  read(node: ClassNode, members: readonly DecoratedMember[], name: string): ClassDeclaration | undefined {
    const { checker } = this.project;
    const own: ClassDeclaration = {
      ...nonEmpty("hidden", this.hiddenMethods(node)),
      ...(isExcluding(checker, node) ? { excludes: true } : {}),
      ...nonEmpty("members", this.members(node, members)),
      ...nonEmpty("properties", members.length > 0 || !isConstructible(node) ? {} : this.records(propertiesOf(node))),
    };
    if (Object.keys(own).length === 0 && members.length === 0) return undefined;
    const renamed = node.name === undefined || node.name.text === name ? {} : { name: node.name.text };
    return Object.keys(own).length === 0 && node.name?.text === name ? undefined : { ...renamed, ...own };
  }

  private hiddenMethods(node: ClassNode): string[] {
    const { checker } = this.project;
    return node.members.flatMap((member) => {
      const isHidden = ts.isMethodDeclaration(member) && readOwnDecorators(checker, member).some(({ name }) => name === "hidden");
      return isHidden ? (staticName(checker, member.name) ?? []) : [];
    });
  }

  private members(node: ClassNode, members: readonly DecoratedMember[]): Record<string, MemberDeclaration> {
    const read = members.map((member): [string, MemberDeclaration] => {
      // Only where a type argument can change an entry does another package make one of its own.
      const parameters = node.typeParameters === undefined ? {} : this.records(parametersOf(member.node));
      return [member.key, { ...this.target(member), ...this.output(member), ...nonEmpty("parameters", parameters) }];
    });
    return Object.fromEntries(read.filter(([, member]) => Object.keys(member).length > 0));
  }

  private target({ target, targetNode, node }: DecoratedMember): Pick<MemberDeclaration, "target"> {
    if (target !== undefined) return { target };
    return targetNode !== undefined && node !== undefined ? { target: null } : {};
  }

  private output(member: DecoratedMember): Pick<MemberDeclaration, "output"> {
    const option = findOutputOption(this.project.checker, [member]);
    if (option === undefined || typeof option !== "object" || !("kind" in option) || option.kind === ts.SyntaxKind.FalseKeyword) return {};
    return { output: option.kind === ts.SyntaxKind.TrueKeyword ? "returned" : "declared" };
  }

  private records(declarations: readonly TS.Declaration[]): Record<string, DeclaredRecord> {
    const { project } = this;
    const records = declarations.flatMap((declaration): [string, DeclaredRecord][] => {
      const key = recordKey(declaration);
      const symbol = this.symbolOf(declaration);
      if (key === undefined || symbol === undefined) return [];
      const isDecorated = ts.canHaveDecorators(declaration) && (ts.getDecorators(declaration) ?? []).length > 0;
      const isFilled = isInitialized(project, declaration);
      if (!isDecorated && !isFilled) return [];
      const record = writeRecord(readDeclared(project, symbol, declaration), isFilled, readDefault(project, declaration), isDecorated);
      return record === undefined ? [] : [[key, record]];
    });
    return Object.fromEntries(records);
  }

  private symbolOf(declaration: TS.Declaration): TS.Symbol | undefined {
    const name = ts.getNameOfDeclaration(declaration);
    return name === undefined ? undefined : this.project.checker.getSymbolAtLocation(name);
  }
}

/** Nobody makes an instance of a class whose constructor wants arguments, so it is no DTO. */
function isConstructible(node: ClassNode): boolean {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  return (
    constructor?.parameters.every(({ initializer, questionToken, dotDotDotToken }) => (initializer ?? questionToken ?? dotDotDotToken) !== undefined) ?? true
  );
}

const HIDDEN_MODIFIERS = (): TS.ModifierFlags => ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;

function propertiesOf(node: ClassNode): TS.Declaration[] {
  const constructor = node.members.find(ts.isConstructorDeclaration);
  const fromParameters = constructor?.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, constructor)) ?? [];
  return [...node.members.filter(ts.isPropertyDeclaration), ...fromParameters].filter(
    (declaration) => (ts.getCombinedModifierFlags(declaration) & HIDDEN_MODIFIERS()) === 0 && !isFunction(declaration),
  );
}

function isFunction({ initializer }: TS.PropertyDeclaration | TS.ParameterDeclaration): boolean {
  return initializer !== undefined && ts.isFunctionLike(initializer);
}

function parametersOf({ parameters }: TS.MethodDeclaration): TS.Declaration[] {
  return parameters.flatMap((parameter): TS.Declaration[] => [parameter, ...elementsOf(parameter.name)]);
}

function elementsOf(name: TS.BindingName): TS.BindingElement[] {
  return ts.isObjectBindingPattern(name) ? name.elements.flatMap((element) => [element, ...elementsOf(element.name)]) : [];
}

function nonEmpty<K extends string, V extends object>(key: K, value: V): { readonly [P in K]?: V } {
  return (Object.keys(value).length === 0 ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
