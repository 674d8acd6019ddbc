/** Finds the schema entry of a method by class reference. Serves the scan; rows are read at the first look-up, since generated modules and classes import each other. */
import { DefinitionError } from "../errors.js";
import type { Constructor } from "../model/hydration.js";
import type { ManifestMember, ManifestRow, SchemaModule } from "./manifest.js";
import { MANIFEST_FORMAT } from "./manifest.js";

type Members = Readonly<Record<string, ManifestMember>>;

export class SchemaIndex {
  readonly #modules: readonly SchemaModule[];
  #rows: Map<Constructor, Members> | undefined;

  constructor(modules: readonly SchemaModule[]) {
    this.#modules = modules;
  }

  /**
   * The entry of the nearest class on the way from `cls` up to `owner`, the class whose method runs: the subclass of a generic base has entries of its own.
   * @throws DefinitionError for a module of another format, or one with a class that is undefined.
   */
  find(cls: Constructor, member: string, owner: Constructor): ManifestMember | undefined {
    for (let at: unknown = cls; typeof at === "function"; at = Object.getPrototypeOf(at)) {
      const members = this.entriesOf(at as Constructor);
      if (members !== undefined && Object.hasOwn(members, member)) return members[member];
      if (at === owner) return undefined;
    }
    return undefined;
  }

  /** All entries of this very class. */
  entriesOf(cls: Constructor): Members | undefined {
    return (this.#rows ??= readRows(this.#modules)).get(cls);
  }
}

function readRows(modules: readonly SchemaModule[]): Map<Constructor, Members> {
  const index = new Map<Constructor, Members>();
  for (const { meta, rows } of modules) {
    if (meta.format !== MANIFEST_FORMAT) throw wrongFormat(meta.format, meta.generator);
    rows().forEach((row, position) => {
      const [cls, members] = checkRow(row, position);
      index.set(cls, { ...index.get(cls), ...members });
    });
  }
  return index;
}

function checkRow(row: ManifestRow, position: number): ManifestRow {
  if (typeof row[0] === "function") return row;
  throw new DefinitionError([
    {
      where: `schemas.generated, row ${position + 1} (${Object.keys(row[1]).join(", ")})`,
      problem: "its class is undefined: the module that defines it was not evaluated yet, or no longer exports it",
      remedy: "run `npx cloudg-mcp schemas` again; if that changes nothing, look for an import cycle that evaluates the layer before the class",
    },
  ]);
}

function wrongFormat(format: number, generator: string): DefinitionError {
  return new DefinitionError([
    {
      where: "schemas.generated",
      problem: `it has format ${String(format)}, written by cloudg-mcp ${generator}; this version reads format ${MANIFEST_FORMAT}`,
      remedy: "run `npx cloudg-mcp schemas` with the version that is installed, or update the package that ships the module",
    },
  ]);
}
