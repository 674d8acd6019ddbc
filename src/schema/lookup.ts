/** Finds the emitted entry of a method by class reference. Serves the scan. */
import type { Fault } from "../errors.js";
import { DefinitionError } from "../errors.js";
import type { Constructor } from "../model/hydration.js";
import { describeCopy, ONE_COPY, OWN_COPY } from "../model/own-copy.js";
import type { ManifestMember, ManifestRow, SchemaModule } from "./manifest.js";
import { isSchemaModule, MANIFEST_FORMAT } from "./manifest.js";

type Members = Readonly<Record<string, ManifestMember>>;

const REGENERATE = "run `npx cloudg-mcp schemas` with the installed version of cloudg-mcp";

export class SchemaIndex {
  readonly #modules: readonly SchemaModule[];
  #rows: ReadonlyMap<Constructor, Members> | undefined;

  /**
   * @param modules Where two know the same class, the later one wins.
   * @throws DefinitionError for a module of another format, or what is no generated module.
   */
  constructor(modules: readonly SchemaModule[]) {
    const faults = modules.flatMap((module, index) => moduleFault(module, `schemas[${index}]`) ?? []);
    if (faults.length > 0) throw new DefinitionError(faults);
    this.#modules = modules;
  }

  /**
   * The entry of the nearest class from `cls` up to `owner`, whose prototype has the method: what a subclass knows of a generic base's method wins.
   * @throws DefinitionError at the first look-up, when a module's classes cannot be read.
   */
  find(cls: Constructor, member: string, owner: Constructor): ManifestMember | undefined {
    for (let at: Constructor | null = cls; at !== null; at = Object.getPrototypeOf(at) as Constructor | null) {
      const members = this.entriesOf(at);
      if (members !== undefined && Object.hasOwn(members, member)) return members[member];
      if (at === owner) return undefined;
    }
    return undefined;
  }

  /** The entries of the class itself, without its ancestors'. */
  entriesOf(cls: Constructor): Members | undefined {
    // Not before the first look-up: a module in an import cycle has its classes only when all have been evaluated.
    this.#rows ??= readRows(this.#modules);
    return this.#rows.get(cls);
  }
}

function moduleFault(module: unknown, where: string): Fault | undefined {
  if (!isSchemaModule(module))
    return { where, problem: "it is no generated schema module", remedy: 'pass the default export: `import schemas from "./schemas.generated.js"`' };
  const { format, generator } = module.meta;
  if (format === MANIFEST_FORMAT) return undefined;
  const problem = `it was emitted by cloudg-mcp ${generator} in format ${format} and made by ${describeCopy(module.madeBy)}; this is ${describeCopy(OWN_COPY)}, which reads format ${MANIFEST_FORMAT}`;
  return { where, problem, remedy: `${REGENERATE}; where the schemas are a package's, ${ONE_COPY}` };
}

function readRows(modules: readonly SchemaModule[]): ReadonlyMap<Constructor, Members> {
  const faults: Fault[] = [];
  const seen = new Set<SchemaModule>();
  const rows = modules.flatMap((module, index) => readModule(module, `schemas[${index}]`, seen, faults));
  if (faults.length > 0) throw new DefinitionError(faults);
  return new Map(rows);
}

/** The rows of a module, those of the packages it builds on before them: what it says itself wins. */
function readModule(module: SchemaModule, where: string, seen: Set<SchemaModule>, faults: Fault[]): readonly ManifestRow[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const bases = readBases(module, where, faults).flatMap((base, index) => {
    const place = `${where}, base ${index}`;
    const fault = moduleFault(base, place);
    if (fault === undefined) return readModule(base as SchemaModule, place, seen, faults);
    faults.push(fault);
    return [];
  });
  return [...bases, ...readOwnRows(module, where, faults)];
}

function readBases({ bases }: SchemaModule, where: string, faults: Fault[]): unknown[] {
  try {
    return (bases?.() ?? []).flatMap((base: unknown) => {
      const { schemas } = (base ?? {}) as { schemas?: unknown };
      return Array.isArray(schemas) ? (schemas as unknown[]) : [base];
    });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    faults.push({ where, problem: `the schemas it builds on cannot be read yet (${error.message})`, remedy: "break the import cycle between the packages" });
    return [];
  }
}

function readOwnRows(module: SchemaModule, where: string, faults: Fault[]): readonly ManifestRow[] {
  const remedy = "break the import cycle, or import the schemas in the package's entry by value and after the classes; then run `npx cloudg-mcp schemas` again";
  try {
    const rows = module.rows();
    for (const [position, [cls]] of rows.entries()) {
      if (typeof (cls as unknown) !== "function")
        faults.push({ where: `${where}, row ${position}`, problem: "its class is undefined: renamed, dropped by a bundler, or in an import cycle", remedy });
    }
    return rows;
  } catch (error) {
    // A class in its temporal dead zone.
    if (!(error instanceof ReferenceError)) throw error;
    faults.push({ where, problem: `its classes cannot be read yet (${error.message})`, remedy });
    return [];
  }
}
