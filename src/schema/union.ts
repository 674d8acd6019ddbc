/** A union as its checks see it: branches, and what is known of them without an input. Serves the compilation of unions. */
import type { Discriminator } from "./discriminator.js";
import type { Kind } from "./schema-kinds.js";
import type { Check } from "./walk.js";

export interface Branch {
  readonly check: Check;
  readonly schema: unknown;
  readonly kinds: ReadonlySet<Kind>;
  /** In a sentence: `an integer`, `'a' or 'b'`; undefined where it has no name. */
  readonly name: string | undefined;
  readonly isLiteral: boolean;
}

export interface Union {
  readonly branches: readonly Branch[];
  /** `oneOf`: a value that matches several branches is refused. */
  readonly isExclusive: boolean;
  readonly buildsInstances: boolean;
  readonly byKind: Readonly<Record<Kind, readonly Branch[]>>;
  readonly discriminator: Discriminator | undefined;
}
