/** The two errors of the data side: a file that cannot be loaded, and a question the loaded data cannot answer. Both speak to the person who asked. */
import { quote } from "./json.js";

export type DatasetErrorReason =
  | "outside-roots"
  | "not-found"
  | "not-a-file"
  | "unreadable"
  | "changed"
  | "too-large"
  | "not-utf8"
  | "not-json"
  | "too-deep"
  | "unknown-kind"
  | "invalid"
  | "settings";

/**
 * A file that was refused, or a setting that names one. Whatever was loaded before is still loaded.
 * The message says which file, what is wrong with it and what to do; it never quotes the file's content.
 */
export class DatasetError extends Error {
  override readonly name = "DatasetError";

  constructor(
    readonly reason: DatasetErrorReason,
    readonly problem: string,
    readonly remedy: string,
    /** The file as the caller named it. */
    readonly file?: string,
  ) {
    super(`${file === undefined ? "" : `Cannot load ${quote(file)}: `}${problem}. ${remedy}`);
  }

  /** The same error, saying which file it is about. */
  about(file: string): DatasetError {
    return this.file === undefined ? new DatasetError(this.reason, this.problem, this.remedy, file) : this;
  }
}

export type EstateErrorReason =
  "no-dataset" | "unknown-dataset" | "too-many-datasets" | "bad-name" | "not-found" | "ambiguous" | "bad-cursor" | "stale-cursor" | "unknown-framework";

/** A question that has no answer: a reference that names nothing or too much, a cursor of another list, a name nobody loaded. */
export class EstateError extends Error {
  override readonly name = "EstateError";

  constructor(
    readonly reason: EstateErrorReason,
    message: string,
    /** What to ask for instead, the likeliest first; at most 5. */
    readonly suggestions: readonly string[] = [],
  ) {
    super(message);
  }
}
