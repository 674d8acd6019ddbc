/** A list of globs with negations, over all the forms that one primitive's name has. Compiled at load, asked per decision. */
import type { Glob } from "./glob.js";
import { compileGlob, GlobError } from "./glob.js";

export class GlobList {
  readonly #wanted: readonly Glob[];
  readonly #unwanted: readonly Glob[];

  /** @param patterns `!pattern` takes out what another pattern took in; a list of negations alone matches nothing. @throws GlobError */
  constructor(readonly patterns: readonly string[]) {
    this.#wanted = patterns.filter((text) => !text.startsWith("!")).map(compileGlob);
    this.#unwanted = patterns.filter((text) => text.startsWith("!")).map((text) => compileGlob(text.slice(1)));
  }

  matches(name: string): boolean {
    return this.#wanted.some((glob) => glob.matches(name)) && !this.#unwanted.some((glob) => glob.matches(name));
  }

  /** Whether one of the forms matches: how a list that denies is read. */
  touches(forms: readonly string[]): boolean {
    return forms.some((form) => this.matches(form));
  }

  /** Whether a form is taken in and none is taken out: how a list that allows is read, or a template's text would let in the very URI that a negation takes out. */
  covers(forms: readonly string[]): boolean {
    return forms.some((form) => this.#wanted.some((glob) => glob.matches(form))) && !forms.some((form) => this.#unwanted.some((glob) => glob.matches(form)));
  }
}

/** What is wrong with one pattern of a list; undefined when it can be used. */
export function findGlobFault(text: string): string | undefined {
  try {
    compileGlob(text.startsWith("!") ? text.slice(1) : text);
    return undefined;
  } catch (error) {
    if (error instanceof GlobError) return error.message;
    throw error;
  }
}
