/** What the packages of a project publish about the classes in their `.d.ts`: the emitter's one door to other packages' schemas. */
import { dirname } from "node:path";
import type TS from "typescript";
import type { ClassDeclaration, DeclaredRecord, MemberDeclaration } from "../class-declaration.js";
import { ts } from "../compiler.js";
import type { DiagnosticBag } from "../diagnostics.js";
import { relativePath } from "../diagnostics.js";
import type { ManifestFileMember } from "../manifest-file.js";
import { OWN_PACKAGE } from "../origin.js";
import { packageFolderOf } from "../package-of.js";
import type { PackageFolder } from "../package-of.js";
import { recordKey } from "../record-key.js";
import { PublishedPackage } from "./published-package.js";
import type { PublishedClass } from "./published-package.js";
import { isRecord, locateManifest, MANIFEST_NAME, readManifest } from "./read-manifest.js";

/** A decorated method of a package's class. */
export interface PublishedMember {
  readonly package: PackageFolder;
  readonly entry: ManifestFileMember;
  readonly declaration: MemberDeclaration;
}

/** A class to extend from a package that depends on this one, or a class of arguments from one that depends on any of these, has lost something in its `.d.ts`. */
const PLUGIN_MAKERS = [OWN_PACKAGE];
const ARGUMENT_MAKERS = [OWN_PACKAGE, "class-validator", "class-transformer"];

export class PublishedClasses {
  private readonly packages = new Map<string, PublishedPackage | undefined>();
  private readonly classes = new Map<TS.ClassLikeDeclaration, PublishedClass | undefined>();
  private readonly read: string[] = [];
  private readonly absent = new Map<string, { readonly folder: PackageFolder; reported: boolean }>();

  /** @param manifest The file this run will write, which is no input of it. */
  constructor(
    private readonly dir: string,
    private readonly manifest: string,
    private readonly diagnostics: DiagnosticBag,
  ) {}

  /** The schema files of packages that were read or looked for, absolute, in order. */
  get files(): readonly string[] {
    return [...this.read].sort();
  }

  /** Undefined for a class of the sources, and for one of which the `.d.ts` says everything or all that is known. */
  classOf(node: TS.ClassLikeDeclaration): PublishedClass | undefined {
    if (!node.getSourceFile().isDeclarationFile) return undefined;
    if (!this.classes.has(node)) this.classes.set(node, this.findClass(node));
    this.warnAbsent(node, PLUGIN_MAKERS);
    return this.classes.get(node);
  }

  /** Whether the package of a `.d.ts` publishes its schemas, so that what they do not say is not so. */
  knows(node: TS.Node): boolean {
    const file = node.getSourceFile();
    return !file.isDeclarationFile || this.packageOf(file) !== undefined;
  }

  memberOf(method: TS.MethodDeclaration): PublishedMember | undefined {
    const cls = ts.isClassLike(method.parent) ? this.classOf(method.parent) : undefined;
    const key = cls === undefined ? undefined : recordKey(method);
    if (cls === undefined || key === undefined || !Object.hasOwn(cls.entries, key)) return undefined;
    return { package: cls.package.folder, entry: cls.entries[key]!, declaration: own(cls.declaration.members, key) ?? {} };
  }

  /** Of a property, a parameter, or an element of a destructured parameter; undefined where the `.d.ts` has lost nothing. */
  recordOf(declaration: TS.Declaration): DeclaredRecord | undefined {
    if (!declaration.getSourceFile().isDeclarationFile) return undefined;
    const method = ts.findAncestor(declaration, ts.isMethodDeclaration);
    const key = recordKey(declaration);
    if (key === undefined) return undefined;
    if (method !== undefined) return own(this.memberOf(method)?.declaration.parameters, key);
    if (!ts.isClassLike(declaration.parent)) return undefined;
    this.warnAbsent(declaration, ARGUMENT_MAKERS);
    return own(this.classOf(declaration.parent)?.declaration.properties, key);
  }

  declarationOf(node: TS.ClassLikeDeclaration): ClassDeclaration | undefined {
    return this.classOf(node)?.declaration;
  }

  private findClass(node: TS.ClassLikeDeclaration): PublishedClass | undefined {
    const found = this.packageOf(node.getSourceFile())?.find(node);
    if (found !== "ambiguous") return found;
    const { name } = packageFolderOf(dirname(node.getSourceFile().fileName))!;
    this.diagnostics.report(
      "CG6005",
      undefined,
      `${name} publishes several classes called ${node.name?.text ?? "default"}, and it cannot be said which of them ${relativePath(this.dir, node.getSourceFile().fileName)} declares. Its author can give them different names.`,
    );
    return undefined;
  }

  private packageOf(file: TS.SourceFile): PublishedPackage | undefined {
    const folder = packageFolderOf(dirname(file.fileName));
    if (folder === undefined) return undefined;
    if (!this.packages.has(folder.folder)) this.packages.set(folder.folder, this.openPackage(folder));
    return this.packages.get(folder.folder);
  }

  private openPackage(folder: PackageFolder): PublishedPackage | undefined {
    const file = locateManifest(folder);
    if (folder.name === OWN_PACKAGE || file === this.manifest) return undefined;
    this.read.push(file);
    const result = readManifest(file);
    if (result === "absent") {
      this.absent.set(folder.folder, { folder, reported: false });
      return undefined;
    }
    if ("manifest" in result) return new PublishedPackage(folder, result.manifest);
    const { code, problem, remedy } = result.fault;
    this.diagnostics.report(code, undefined, `${MANIFEST_NAME} of ${describe(folder)} (${relativePath(this.dir, file)}) ${problem}. ${remedy}`);
    return undefined;
  }

  /** Once a package, and only where something may be lost. */
  private warnAbsent(node: TS.Node, makersOfDecorators: readonly string[]): void {
    if (this.packageOf(node.getSourceFile()) !== undefined) return;
    const absent = this.absent.get(packageFolderOf(dirname(node.getSourceFile().fileName))?.folder ?? "");
    if (absent === undefined || absent.reported) return;
    const { folder } = absent;
    const needs = ["dependencies", "peerDependencies"].map((key) => folder.json[key]).filter(isRecord);
    const makers = makersOfDecorators.filter((name) => needs.some((names) => Object.hasOwn(names, name)));
    if (makers.length === 0 || packageFolderOf(this.dir)?.folder === folder.folder) return;
    absent.reported = true;
    this.diagnostics.report(
      "CG6001",
      undefined,
      `${describe(folder)} is built on ${makers.join(" and ")} and ships no ${MANIFEST_NAME}, and its .d.ts files have lost its decorators, defaults and ` +
        `initialisers: constraints and defaults of its classes are missing from the schemas, and its tools are known at start-up only. Its author can run ` +
        `\`npx cloudg-mcp schemas\` and publish the result: "files": ["dist", "${MANIFEST_NAME}"].`,
    );
  }
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

function describe({ name, json }: PackageFolder): string {
  return typeof json["version"] === "string" ? `${name} ${json["version"]}` : name;
}
