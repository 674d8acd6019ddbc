/** What the argument compiler throws for a schema it cannot enforce: names the place in the schema. Met by whoever wrote the schema, before any call is validated. */

/** `pointer` is an RFC 6901 pointer into the argument schema, `""` for the whole. */
export class UnusableSchemaError extends TypeError {
  readonly pointer: string;

  constructor(pointer: string, problem: string, remedy: string) {
    super(`The argument schema cannot be used: at ${pointer === "" ? "its root" : `"${pointer}"`} ${problem}; ${remedy}`);
    this.name = "UnusableSchemaError";
    this.pointer = pointer;
  }
}
