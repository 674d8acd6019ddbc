/** What can be wrong with a project's sources: the one table of codes, and the bag that every stage of the emitter reports into. */
import { relative, sep } from "node:path";
import type TS from "typescript";

export type Severity = "error" | "warning";

/** Code → severity and meaning. An error keeps anything from being written; a warning costs one argument its constraint, never the tool. */
export const DIAGNOSTICS = {
  CG1001: { severity: "error", meaning: "a class with decorated members is not exported" },
  CG1002: { severity: "error", meaning: "a decorator is on a property or an arrow function" },
  CG1003: { severity: "error", meaning: "a decorator is on an accessor" },
  CG1004: { severity: "error", meaning: "a decorator is on a static member" },
  CG1005: { severity: "error", meaning: "an override of a decorated method has no decorator" },
  CG1006: { severity: "error", meaning: "two decorators of this package are on one method" },
  CG1007: { severity: "error", meaning: "a decorated method has no name that can be written down (a symbol, a private or computed name)" },
  CG1008: { severity: "error", meaning: "a parameter has no name (an array pattern)" },
  CG1009: { severity: "error", meaning: "a parameter that is the whole arguments object stands beside other arguments" },
  CG1010: { severity: "error", meaning: "a parameter that is the whole arguments object is not of an object type" },
  CG1011: { severity: "error", meaning: "a resource takes arguments" },
  CG1012: { severity: "error", meaning: "the variables of a URI template and the parameters differ" },
  CG1013: { severity: "error", meaning: "a name is not made of 1 to 128 of A-Z a-z 0-9 _ . -" },
  CG1014: { severity: "error", meaning: "a URI or URI template is malformed" },
  CG1015: { severity: "error", meaning: "two members have one name or URI" },
  CG1016: { severity: "error", meaning: "an `.inherit` decorator is on a method that overrides nothing decorated" },
  CG1017: { severity: "error", meaning: "constructing an argument's class never ends: an initialiser makes another of it" },
  CG2001: { severity: "warning", meaning: "a type cannot be resolved; anything is accepted" },
  CG2002: { severity: "warning", meaning: "a type parameter is not known; anything is accepted" },
  CG2003: { severity: "warning", meaning: "a type has no JSON form; anything is accepted" },
  CG2004: { severity: "warning", meaning: "a class of an argument cannot be imported; handlers get a plain object" },
  CG2005: { severity: "warning", meaning: "the constructor of an argument's class needs arguments; handlers get a plain object" },
  CG2006: { severity: "warning", meaning: "a default is not static; optional, without a default in the schema" },
  CG2007: { severity: "warning", meaning: "a type without values; the argument can never be given" },
  CG2008: { severity: "warning", meaning: "an output schema cannot be derived" },
  CG2009: { severity: "warning", meaning: "a type nests without end or is too large; anything is accepted below the limit" },
  CG2010: { severity: "warning", meaning: "a name or URI is not static; it is checked at start-up only" },
  CG2011: { severity: "warning", meaning: "an argument or property is of type any; anything is accepted" },
  CG2012: { severity: "warning", meaning: "an interface has a method, which callers cannot send; it is left out" },
  CG3001: { severity: "warning", meaning: "a validator has no JSON Schema form; class-validator enforces it at call time" },
  CG3002: { severity: "warning", meaning: "an argument of a validator is not static; class-validator enforces it at call time" },
  CG3003: { severity: "warning", meaning: "a constraint does not fit the type and is left out" },
  CG3004: { severity: "warning", meaning: "a JSDoc tag is unknown and close to a known one" },
  CG3005: { severity: "warning", meaning: "the value of a JSDoc tag is malformed" },
  CG3006: { severity: "warning", meaning: "a part of @arg is not static and is left out" },
  CG3007: { severity: "warning", meaning: "class-transformer's @Expose is for groups, and a call has none; the property is not taken from callers" },
  CG3008: { severity: "warning", meaning: "the description of @arg does not come first, or is there twice" },
  CG3009: { severity: "warning", meaning: "a validator is for validation groups, and a call has none; it is left out" },
  CG5001: { severity: "warning", meaning: "lint: a name is over 64 characters once prefixes are put before it" },
  CG5002: { severity: "warning", meaning: "lint: a name has a dot, which several model APIs refuse" },
  CG5003: { severity: "warning", meaning: "lint: a tool or prompt has no description" },
  CG5004: { severity: "warning", meaning: "lint: arguments have no description" },
  CG5005: { severity: "warning", meaning: "lint: an array without `items`, for which some model APIs refuse the tool" },
  CG5006: { severity: "warning", meaning: "lint: a union at the root of the arguments" },
  CG5007: { severity: "warning", meaning: "lint: a recursive schema, whose `$ref` many clients do not follow" },
  CG5008: { severity: "warning", meaning: "lint: the tools together are over the token budget" },
  CG6001: { severity: "warning", meaning: "a package that is built on publishes no schemas; its decorators and defaults are unknown" },
  CG6002: { severity: "error", meaning: "a package that is built on publishes its schemas in another format" },
  CG6003: { severity: "error", meaning: "the published schemas of a package are damaged" },
  CG6004: { severity: "warning", meaning: "the plugin definition of a package that is built on is exported by nothing the project imports" },
  CG6005: { severity: "warning", meaning: "a class of a package is published more than once under its name; its decorators and defaults are unknown" },
  CG9001: { severity: "error", meaning: "typescript-json-schema is not installed" },
  CG9002: { severity: "error", meaning: "the installed typescript-json-schema or TypeScript is a version that was never tested" },
  CG9003: { severity: "error", meaning: "the tsconfig cannot be read or lists no files" },
  CG9004: { severity: "warning", meaning: "the project has no decorated member" },
  CG9005: { severity: "error", meaning: "a source has a syntax error (`--watch` and `dev` only; otherwise the compiler says so)" },
} as const satisfies Record<`CG${number}`, { severity: Severity; meaning: string }>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** Relative to the project's folder, with `/`. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}

/** Nothing can be emitted at all: no tsconfig, no compiler. */
export class EmitError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
    this.name = "EmitError";
    this.diagnostics = diagnostics;
  }
}

/** @throws EmitError always, with one diagnostic that has no place in the sources. */
export function failEmit(code: DiagnosticCode, message: string): never {
  throw new EmitError([{ code, severity: DIAGNOSTICS[code].severity, message }]);
}

/** `src/a.ts(3,5): warning CG2001: …`, as compilers write it and editors read it. */
export function formatDiagnostic({ code, severity, message, file, line, column }: Diagnostic): string {
  const place = file === undefined ? "" : `${file}(${line ?? 1},${column ?? 1}): `;
  return `${place}${severity} ${code}: ${message}`;
}

/** Collects; one fault seen from many methods is reported once. */
export class DiagnosticBag {
  private readonly found = new Map<string, Diagnostic>();

  constructor(private readonly dir: string) {}

  report(code: DiagnosticCode, node: TS.Node | undefined, message: string): void {
    if (node === undefined) this.add({ code, severity: DIAGNOSTICS[code].severity, message });
    else this.reportAt(code, node.getSourceFile(), node.getStart(node.getSourceFile()), message);
  }

  /** @param position In characters from the beginning of the file. */
  reportAt(code: DiagnosticCode, file: TS.SourceFile, position: number, message: string): void {
    const { line, character } = file.getLineAndCharacterOfPosition(position);
    const place = { file: relativePath(this.dir, file.fileName), line: line + 1, column: character + 1 };
    this.add({ code, severity: DIAGNOSTICS[code].severity, message, ...place });
  }

  /** By file, then position. */
  list(): Diagnostic[] {
    return [...this.found.values()].sort(
      (a, b) => compare(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compare(a.code, b.code),
    );
  }

  private add(diagnostic: Diagnostic): void {
    this.found.set(formatDiagnostic(diagnostic), diagnostic);
  }
}

/** `file` as seen from `dir`, with `/` on every system. */
export function relativePath(dir: string, file: string): string {
  return relative(dir, file).split(sep).join("/");
}

/** By code units, so that the order is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
