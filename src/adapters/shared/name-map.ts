/** Names that a provider refuses become names it takes, and back. Serves every export to a model API and the calls that come back from one. */
import { createHash } from "node:crypto";

/** What a provider allows of a function's name. */
export interface NameRule {
  /** As messages name it. */
  readonly provider: string;
  /** The whole name. */
  readonly valid: RegExp;
  /** One character that may not stand in a name; global. */
  readonly refused: RegExp;
  readonly maxLength: number;
}

/** OpenAI's, which nearly every API and gateway shares. */
export const COMMON_NAMES: NameRule = { provider: "OpenAI", valid: /^[A-Za-z0-9_-]{1,64}$/, refused: /[^A-Za-z0-9_-]/g, maxLength: 64 };

const HASH_LENGTH = 8;

/** The same name gives the same result whatever else is exported. A name that is too long keeps its beginning and gets a hash of the whole. */
export function toProviderName(name: string, { valid, refused, maxLength }: NameRule): string {
  if (valid.test(name)) return name;
  const replaced = name.replace(refused, "_");
  const started = valid.test(replaced.slice(0, maxLength)) ? replaced : `_${replaced}`;
  if (started.length <= maxLength) return started;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
  return `${started.slice(0, maxLength - HASH_LENGTH - 1)}_${hash}`;
}

/** Both directions for one list of tools. */
export class NameMap {
  readonly #toExposed = new Map<string, string>();
  readonly #toProvider = new Map<string, string>();

  /** @throws TypeError when two names become one. */
  constructor(names: readonly string[], rule: NameRule) {
    for (const name of names) {
      const given = toProviderName(name, rule);
      const other = this.#toExposed.get(given);
      if (other !== undefined) {
        throw new TypeError(
          `the tools "${other}" and "${name}" would both be called "${given}" at ${rule.provider}; rename one, or leave one out of the export`,
        );
      }
      this.#toExposed.set(given, name);
      this.#toProvider.set(name, given);
    }
  }

  toProvider(exposed: string): string {
    return this.#toProvider.get(exposed) ?? exposed;
  }

  /** The layer's name of what a model asked for; undefined when nothing in the list has that name. */
  toExposed(provider: string): string | undefined {
    return this.#toExposed.get(provider);
  }
}
