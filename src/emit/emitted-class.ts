/** A class with its entries, ready to be written. */
import type { ClassNode, ClassReference } from "./class-reference.js";
import type { EmittedMember } from "./member-entry.js";

export interface EmittedClass {
  readonly node: ClassNode;
  readonly reference: ClassReference;
  readonly members: readonly EmittedMember[];
}
