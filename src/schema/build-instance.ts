/** Makes instances of the author's DTO classes, whatever their constructors do. Serves the building of class-typed arguments. */
import type { Constructor } from "../model/hydration.js";

export interface InstanceMaker {
  readonly cls: Constructor;
  /** A fresh instance; its initialisers have run where the class can be constructed without arguments. */
  readonly make: () => Record<string, unknown>;
}

export function compileInstanceMaker(cls: Constructor): InstanceMaker {
  const construct = cls as unknown as new () => Record<string, unknown>;
  const bare = (): Record<string, unknown> => Object.create(cls.prototype as object) as Record<string, unknown>;
  let make: (() => Record<string, unknown>) | undefined;
  return { cls, make: () => (make ??= canConstruct(construct) ? () => constructOr(construct, bare) : bare)() };
}

/** Decided once per class, at first use: a constructor that needs arguments throws, one that freezes leaves nothing to fill. */
function canConstruct(cls: new () => object): boolean {
  try {
    const instance = new cls();
    return instance instanceof cls && Object.isExtensible(instance);
  } catch {
    return false;
  }
}

function constructOr(cls: new () => Record<string, unknown>, bare: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return new cls();
  } catch {
    return bare();
  }
}

/** Sets a field through the class's own setter where it has one. False where the class refuses the value. */
export function setField(instance: Record<string, unknown>, key: string, value: unknown): boolean {
  try {
    instance[key] = value;
    return true;
  } catch {
    return !hasSetter(instance, key) && Reflect.defineProperty(instance, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** A getter alone is shadowed by an own property; a setter that throws has said no. */
function hasSetter(instance: object, key: string): boolean {
  for (let at: object | null = instance; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found !== undefined) return found.set !== undefined;
  }
  return false;
}
