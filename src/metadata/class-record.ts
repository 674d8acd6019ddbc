/**
 * The one place that touches reflection metadata: what decorators recorded on a class, and on that class alone.
 * Storage hangs on the class under a global symbol, so that two copies of this package in one process agree and tests cannot leak into each other.
 */
import "reflect-metadata";
import { DefinitionError } from "../errors.js";
import type { Constructor } from "../model/hydration.js";
import type { PrimitiveKind } from "../model/kinds.js";
import { describeCopy, ONE_COPY, OWN_COPY } from "../model/own-copy.js";

/** Raised whenever a reader of the old format would misread the new one. */
export const METADATA_FORMAT = 1;
export const METADATA_KEY = Symbol.for("cloudg-mcp:class-record");

export type MemberKey = string | symbol;

/** One `@tool`, `@resource`, … on one method. */
export interface MemberRecord {
  readonly kind: PrimitiveKind;
  /** The decorator's first argument: a name, URI or template; undefined where it was left out. */
  readonly target: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** Written as `@tool.inherit(…)`: there must be something to inherit. */
  readonly inherit: boolean;
}

/** What `@arg` says of one parameter. */
export interface ArgumentRecord {
  readonly description: string | undefined;
  /** class-validator's property decorators, unapplied. */
  readonly validators: readonly PropertyDecorator[];
  readonly extras: Readonly<Record<string, unknown>>;
}

/** A decorator where it cannot work. Kept, so that the scan can report it with everything else. */
export interface MisplacedDecorator {
  readonly decorator: string;
  readonly member: MemberKey;
  readonly problem: string;
  readonly remedy: string;
}

export interface ClassRecord {
  readonly format: number;
  /** Where the copy of this package is that wrote it. */
  readonly madeBy?: string;
  plugin: Readonly<Record<string, unknown>> | undefined;
  readonly members: Map<MemberKey, MemberRecord>;
  readonly hidden: Set<MemberKey>;
  /** By member, then by parameter index. */
  readonly args: Map<MemberKey, Map<number, ArgumentRecord>>;
  readonly misplaced: MisplacedDecorator[];
}

/** The record of this very class, made when it has none. */
export function recordOf(cls: Constructor): ClassRecord {
  const existing = ownRecord(cls);
  if (existing !== undefined) return existing;
  const record: ClassRecord = {
    format: METADATA_FORMAT,
    madeBy: OWN_COPY,
    plugin: undefined,
    members: new Map(),
    hidden: new Set(),
    args: new Map(),
    misplaced: [],
  };
  Reflect.defineMetadata(METADATA_KEY, record, cls);
  return record;
}

/** The record of this very class, its ancestors' left out. @throws DefinitionError when another version of this package wrote it. */
export function ownRecord(cls: Constructor): ClassRecord | undefined {
  const record = Reflect.getOwnMetadata(METADATA_KEY, cls) as ClassRecord | undefined;
  if (record !== undefined && record.format !== METADATA_FORMAT) {
    throw new DefinitionError([
      {
        where: cls.name,
        problem: `it was decorated by ${describeCopy(record.madeBy)} in metadata format ${String(record.format)}, and it is scanned by ${describeCopy(OWN_COPY)}, which reads format ${METADATA_FORMAT}`,
        remedy: ONE_COPY,
      },
    ]);
  }
  return record;
}

/** Constructor types of a method's parameters, where the compiler wrote them (tsc and swc do, tsx and esbuild do not). */
export function parameterTypes(cls: Constructor, member: MemberKey): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata("design:paramtypes", cls.prototype as object, member) as readonly unknown[] | undefined;
}
