/**
 * Types → raw schemas: typescript-json-schema's generator with its answers replaced wherever they are wrong or lose something. The engine keeps what it
 * is good at, naming types and seeing recursion. Raw schemas hold the engine's `$ref`s, constraints and marks; the normaliser resolves them.
 */
import type TS from "typescript";
import type { JsonSchema, JsonValue } from "../model/json-schema.js";
import type { ClassReferences } from "./class-reference.js";
import { engineArguments, EngineClass, ts } from "./compiler.js";
import type { EngineConstructor } from "./compiler.js";
import type { PropertyTransform } from "./constraints/class-transformer.js";
import { addConstraints, MARK, mergeSchemas, Rank } from "./constraints/constraint.js";
import { readTags } from "./constraints/jsdoc.js";
import { isTaggedAlias, readTaggedType } from "./constraints/tagged.js";
import { nameOf, readDeclared, readDefault, typeNodeOf } from "./declared.js";
import { readDescription } from "./descriptions.js";
import { findLibRule, isFromLib } from "./lib-types.js";
import { objectSchema } from "./object-schema.js";
import type { Project } from "./program.js";
import { literalOf, NOT_STATIC } from "./static-value.js";
import { templatePattern } from "./template-pattern.js";
import { arraySchema } from "./array-schema.js";
import { literalSchema, unionSchema } from "./union-schema.js";

/** What callers send, or what a handler returns: they differ in defaults, requiredness and the JSON form of some types. */
export type Direction = "input" | "output";

export interface DeclaredSchema {
  readonly schema: JsonSchema;
  readonly optional: boolean;
  /** What class-transformer does to the property on the way in. */
  readonly transform?: PropertyTransform;
}

export interface TypeSchemas {
  readonly project: Project;
  readonly direction: Direction;
  readonly references: ClassReferences;
  /** Named types met so far, by the engine's name. */
  readonly ReffedDefinitions: Readonly<Record<string, JsonSchema>>;
  /** A parameter or property, with everything its declaration says. `isRetyped`: a mapped type gave it another type than the one declared. */
  declare(symbol: TS.Symbol, type: TS.Type, declaration: TS.Declaration, isRetyped?: boolean): DeclaredSchema;
  /** A type as such; warnings are reported at `site`. */
  schemaOf(type: TS.Type, site: TS.Node): JsonSchema;
  /** Inside a declaration: a type that is part of the one being read. */
  part(type: TS.Type): JsonSchema;
  /** Type nodes in which the author's order of a union may be found, nearest first. */
  readonly orderNodes: readonly TS.TypeNode[];
  /** Where the current declaration is, for warnings about it. */
  readonly site: TS.Node | undefined;
}

/** Types nested or generated without end stop here, far beyond what anybody writes by hand. */
const MAX_DEPTH = 40;
const MAX_TYPES = 20_000;
const MAX_SELF_NESTING = 6;

export function createTypeSchemas(project: Project, references: ClassReferences, direction: Direction): TypeSchemas {
  return new (defineGenerator(EngineClass))(project, references, direction);
}

type TypeSchemasConstructor = new (project: Project, references: ClassReferences, direction: Direction) => TypeSchemas;

/** The engine is known only once it is loaded, so the class is made then. */
function defineGenerator(Base: EngineConstructor): TypeSchemasConstructor {
  return class extends Base implements TypeSchemas {
    orderNodes: readonly TS.TypeNode[] = [];
    site: TS.Node | undefined;
    /** The outermost declaration being read. */
    root: TS.Node | undefined;
    readonly typeNames = new Map<TS.Type, string>();
    /** How often each generic type is being read, one inside the other. */
    readonly nesting = new Map<TS.Symbol, number>();
    depth = 0;
    typesRead = 0;

    constructor(
      readonly project: Project,
      readonly references: ClassReferences,
      readonly direction: Direction,
    ) {
      super([], {}, {}, {}, project.checker, engineArguments);
    }

    schemaOf(type: TS.Type, site: TS.Node): JsonSchema {
      return this.at(site, [], () => this.part(type));
    }

    declare(symbol: TS.Symbol, type: TS.Type, declaration: TS.Declaration, isRetyped = false): DeclaredSchema {
      const typeNode = isRetyped ? undefined : typeNodeOf(declaration);
      const schema = this.at(declaration, typeNode === undefined ? [] : [typeNode], () => this.part(this.presentType(type, typeNode)));
      const declared = readDeclared(this.project, symbol, declaration);
      if (declared.description !== undefined) schema.description = declared.description;
      if (isRetyped) return { schema, optional: false };
      addConstraints(schema, declared.constraints);
      const value = this.direction === "input" ? readDefault(this.project, declaration) : undefined;
      if (value !== undefined) schema.default = value;
      return { schema, optional: declared.optional, ...(declared.transform === undefined ? {} : { transform: declared.transform }) };
    }

    part(type: TS.Type): JsonSchema {
      return this.getTypeDefinition(type);
    }

    override getTypeDefinition(
      type: TS.Type,
      asRef?: boolean,
      unionModifier?: string,
      ...rest: [TS.Symbol?, TS.Symbol?, TS.Symbol?, boolean?, boolean?]
    ): JsonSchema {
      if (this.depth >= MAX_DEPTH || this.typesRead >= MAX_TYPES) return this.giveUp();
      this.depth++;
      this.typesRead++;
      try {
        const direct = this.directSchema(type);
        if (direct === undefined)
          return this.within(type, () => super.getTypeDefinition(type, asRef, unionModifier, undefined, undefined, undefined, rest[3], rest[4]));
        this.parseCommentsIntoDefinition(type.flags & ts.TypeFlags.EnumLike ? type.getSymbol() : type.aliasSymbol, direct);
        return direct;
      } finally {
        this.depth--;
      }
    }

    /** `interface Nest<T> { deeper: Nest<T[]> }` is another type at every level, which the engine's look-out for recursion cannot see. */
    within(type: TS.Type, read: () => JsonSchema): JsonSchema {
      const generic = genericSymbol(type);
      const nested = generic === undefined ? 0 : (this.nesting.get(generic) ?? 0);
      if (nested >= MAX_SELF_NESTING) return this.giveUp();
      if (generic !== undefined) this.nesting.set(generic, nested + 1);
      try {
        return read();
      } finally {
        if (generic !== undefined) this.nesting.set(generic, nested);
      }
    }

    /** Everything that is not a named object, a named union or a recursive type. */
    directSchema(type: TS.Type): JsonSchema | undefined {
      const { checker } = this.project;
      const { flags } = type;
      const { TypeFlags } = ts;
      if (flags & TypeFlags.Any) return this.anySchema(type);
      if (flags & TypeFlags.Unknown) return {};
      if (flags & TypeFlags.Instantiable && !(flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping))) return this.genericSchema(type);
      const primitive = this.primitiveSchema(type);
      if (primitive !== undefined) return primitive;
      if (type.isUnion() && type.aliasSymbol === undefined) return unionSchema(this, type.types);
      if (type.isIntersection()) return this.intersectionSchema(type);
      if (checker.isArrayType(type) || checker.isTupleType(type)) return arraySchema(this, type as TS.TypeReference);
      if (type.isUnion()) return undefined;
      return this.builtinSchema(type) ?? this.unserializable(type) ?? (isEmptyLiteral(checker, type) ? objectSchema(this, type) : undefined);
    }

    primitiveSchema(type: TS.Type): JsonSchema | undefined {
      const { flags } = type;
      const { TypeFlags } = ts;
      if (flags & TypeFlags.Never) return this.neverSchema();
      if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return this.direction === "output" ? { type: "null" } : {};
      if (flags & TypeFlags.BigIntLike) return this.direction === "output" ? { type: ["integer", "string"] } : { type: "integer", [MARK]: "bigint" };
      if (flags & TypeFlags.Boolean) return { type: "boolean" };
      if (flags & TypeFlags.Union && flags & TypeFlags.EnumLike) return unionSchema(this, (type as TS.UnionType).types);
      const value = literalOf(type);
      if (value === null) return { type: "null" };
      if (value !== NOT_STATIC) return literalSchema([value as JsonValue]);
      if (flags & TypeFlags.TemplateLiteral) return { type: "string", pattern: templatePattern(type as TS.TemplateLiteralType) };
      if (flags & (TypeFlags.String | TypeFlags.StringMapping)) return { type: "string" };
      if (flags & (TypeFlags.Number | TypeFlags.Enum)) return { type: "number" };
      if (flags & TypeFlags.NonPrimitive) return { type: "object", additionalProperties: true };
      return flags & TypeFlags.ESSymbolLike ? this.noJsonForm(type) : undefined;
    }

    builtinSchema(type: TS.Type): JsonSchema | undefined {
      const rule = findLibRule(type);
      if (rule === undefined) return undefined;
      const args = this.project.checker.getTypeArguments(type as TS.TypeReference) as readonly TS.Type[] | undefined;
      const { [MARK]: mark, ...schema } = rule({ type: (i) => args?.[i], schema: (i) => (args?.[i] === undefined ? {} : this.part(args[i])) });
      return mark === undefined || this.direction === "output" ? schema : { ...schema, [MARK]: mark };
    }

    /** A branded or tagged primitive is its base; objects are one object with the properties of all. */
    intersectionSchema(type: TS.IntersectionType): JsonSchema | undefined {
      const base = type.types.find((part) => this.isValue(part));
      if (base === undefined) return type.aliasSymbol === undefined ? objectSchema(this, type) : undefined;
      const schema = { ...this.part(base) };
      for (const part of type.types) {
        const keywords = part === base ? undefined : readTaggedType(this.project.checker, part);
        const site = this.site;
        if (keywords !== undefined && site !== undefined)
          addConstraints(schema, [{ keywords, rank: Rank.TaggedType, depth: 0, node: site, label: type.aliasSymbol?.name ?? "the tagged type" }]);
      }
      return schema;
    }

    isValue(type: TS.Type): boolean {
      const { StringLike, NumberLike, BooleanLike, BigIntLike } = ts.TypeFlags;
      return (
        (type.flags & (StringLike | NumberLike | BooleanLike | BigIntLike)) !== 0 ||
        this.project.checker.isArrayLikeType(type) ||
        findLibRule(type) !== undefined
      );
    }

    /** Type parameters and types computed from them: what is known of them, else anything. */
    genericSchema(type: TS.Type): JsonSchema {
      const { checker, diagnostics } = this.project;
      const known = checker.getBaseConstraintOfType(type) ?? type.getDefault();
      if (known !== undefined && known !== type && !(known.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable))) return this.part(known);
      // The author of a package has been told; here, a class that extends it says what it is.
      if (!isInAbstractClass(this.site) && this.site?.getSourceFile().isDeclarationFile !== true) {
        diagnostics.report(
          "CG2002",
          this.site,
          `${checker.typeToString(type)} is a type parameter without a constraint, so anything is accepted. Constrain it, or let a class that extends this one say what it is.`,
        );
      }
      return {};
    }

    anySchema(type: TS.Type): JsonSchema {
      const { site } = this;
      const typeNode = site && typeNodeOf(site as TS.Declaration);
      if ((type as TS.Type & { intrinsicName?: string }).intrinsicName === "error") {
        this.project.diagnostics.report(
          "CG2001",
          site,
          `${typeNode === undefined ? "The type" : `The type ${typeNode.getText()}`} cannot be resolved, so anything is accepted. Import it, or install the package that declares it.`,
        );
      } else if (site !== undefined && ts.isParameter(site) && site.type === undefined) {
        this.project.diagnostics.report("CG2001", site, `The parameter ${site.name.getText()} has no type, so anything is accepted. Give it one.`);
      } else if (this.direction === "input" && typeNode?.kind === ts.SyntaxKind.AnyKeyword) {
        this.project.diagnostics.report(
          "CG2011",
          site,
          `${nameOf(site as TS.Declaration)} is of type any, so anything is accepted and the method gets it unchecked. Write what callers may send, or \`unknown\` where that is anything.`,
        );
      }
      return {};
    }

    neverSchema(): JsonSchema {
      if (this.depth === 1)
        this.project.diagnostics.report("CG2007", this.site, "No value is of type never, so the argument can never be given. Change its type.");
      return { not: {} };
    }

    /** Functions, classes themselves, and library objects that are all methods. */
    unserializable(type: TS.Type): JsonSchema | undefined {
      const { checker } = this.project;
      if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return this.noJsonForm(type);
      const symbol = type.getSymbol();
      if (symbol === undefined || !isFromLib(symbol) || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return undefined;
      const isData = (property: TS.Symbol) => !(property.flags & ts.SymbolFlags.Method) && !property.name.startsWith("__@");
      const isOpaque = checker.getIndexInfosOfType(type).length > 0 || !checker.getPropertiesOfType(type).some(isData);
      return isOpaque ? this.noJsonForm(type) : undefined;
    }

    noJsonForm(type: TS.Type): JsonSchema {
      const { checker, diagnostics } = this.project;
      diagnostics.report(
        "CG2003",
        this.site,
        `${checker.typeToString(type)} has no JSON form, so anything is accepted. Take a type that JSON can hold, and make the other from it in the method.`,
      );
      return {};
    }

    /** The engine's own names hold paths of files. */
    override getTypeName(type: TS.Type): string {
      let name = this.typeNames.get(type);
      if (name === undefined) {
        const text = this.project.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
        this.typeNames.set(type, (name = this.makeTypeNameUnique(type, text.replace(/\s+/g, ""))));
      }
      return name;
    }

    override getUnionDefinition(type: TS.UnionType, _unionModifier: string, definition: JsonSchema): JsonSchema {
      const alias = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
      const previous = this.orderNodes;
      if (alias !== undefined) this.orderNodes = [alias.type, ...previous];
      Object.assign(definition, mergeSchemas(unionSchema(this, type.types), definition));
      this.orderNodes = previous;
      return definition;
    }

    override getIntersectionDefinition(type: TS.IntersectionType, definition: JsonSchema): JsonSchema {
      return this.getClassDefinition(type, definition);
    }

    override getClassDefinition(type: TS.Type, definition: JsonSchema): JsonSchema {
      return Object.assign(definition, mergeSchemas(objectSchema(this, type), definition));
    }

    /** What the engine takes for a raw type is here only an object that can be indexed by numbers. */
    override getDefinitionForRootType(type: TS.Type, _reffedType: TS.Symbol | undefined, definition: JsonSchema): JsonSchema {
      const { checker } = this.project;
      if (!checker.isArrayLikeType(type)) return this.getClassDefinition(type, definition);
      return Object.assign(definition, { type: "array", items: this.part(checker.getIndexTypeOfType(type, ts.IndexKind.Number)!) });
    }

    /** The engine's own reader would run `require("…")` found in a comment. */
    override parseCommentsIntoDefinition(symbol: TS.Symbol | undefined, definition: JsonSchema): void {
      const node = symbol?.declarations?.[0];
      if (symbol === undefined || node === undefined || isFromLib(symbol) || isTaggedAlias(symbol)) return;
      const description = readDescription(this.project.checker, symbol);
      if (description !== "") definition.description = description;
      addConstraints(definition, readTags(symbol, { diagnostics: this.project.diagnostics, node, rank: Rank.TypeComment }));
    }

    /** The type without `undefined`. The declared type is preferred where it is the same, since it remembers its alias. */
    presentType(type: TS.Type, typeNode: TS.TypeNode | undefined): TS.Type {
      if (!type.isUnion() || !type.types.some((member) => member.flags & ts.TypeFlags.Undefined)) return type;
      const present = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined));
      if (present.length === 1) return present[0]!;
      const declared = typeNode === undefined ? undefined : this.project.checker.getTypeFromTypeNode(typeNode);
      const isSame = declared?.isUnion() === true && declared.types.length === present.length && present.every((member) => declared.types.includes(member));
      return isSame ? declared : type;
    }

    giveUp(): JsonSchema {
      this.project.diagnostics.report(
        "CG2009",
        this.root,
        "The type nests without end, or is too large for a schema: below the limit anything is accepted. Take a type with an end.",
      );
      return {};
    }

    at<T>(site: TS.Node, orderNodes: readonly TS.TypeNode[], read: () => T): T {
      const before = { site: this.site, orderNodes: this.orderNodes };
      if (this.depth === 0) {
        this.root = site;
        this.typesRead = 0;
      }
      this.site = site;
      this.orderNodes = orderNodes;
      try {
        return read();
      } finally {
        this.site = before.site;
        this.orderNodes = before.orderNodes;
      }
    }
  };
}

/** What a type with type arguments is an instance of. */
function genericSymbol(type: TS.Type): TS.Symbol | undefined {
  if (type.aliasTypeArguments !== undefined) return type.aliasSymbol;
  return ((type as TS.TypeReference).typeArguments ?? []).length > 0 ? type.getSymbol() : undefined;
}

/** `{}`, for which the engine has a form of its own. */
function isEmptyLiteral(checker: TS.TypeChecker, type: TS.Type): boolean {
  const isLiteral = ((type.getSymbol()?.flags ?? 0) & ts.SymbolFlags.TypeLiteral) !== 0;
  return isLiteral && checker.getPropertiesOfType(type).length === 0 && checker.getIndexInfosOfType(type).length === 0;
}

function isInAbstractClass(node: TS.Node | undefined): boolean {
  const cls = node === undefined ? undefined : ts.findAncestor(node, ts.isClassLike);
  return cls !== undefined && (ts.getCombinedModifierFlags(cls) & ts.ModifierFlags.Abstract) !== 0;
}
