/** Collects what a loader leaves out of a document, so that a person learns of it without the whole file being refused. */
import { DatasetError } from "./errors.js";

const SHOWN = 3;

export class Notes {
  private readonly said: string[] = [];
  private readonly skipped = new Map<string, { count: number; where: string[] }>();

  say(note: string): void {
    this.said.push(note);
  }

  /** @param why In the plural: "resources without a type". */
  skip(why: string, where: string): void {
    const entry = this.skipped.get(why) ?? { count: 0, where: [] };
    entry.count += 1;
    if (entry.where.length < SHOWN) entry.where.push(where);
    this.skipped.set(why, entry);
  }

  /** @throws DatasetError when entries were left out and none was usable: then the file is not what it looked like. */
  refuseIfAllSkipped(usable: number, what: string): void {
    if (usable > 0 || this.skipped.size === 0) return;
    throw new DatasetError("invalid", `none of its ${what} can be read (${this.list().join("; ")})`, "Write the file again with the tool it came from.");
  }

  list(): string[] {
    const lines = [...this.skipped].map(([why, { count, where }]) => `left out ${count} ${why}: ${where.join(", ")}${count > where.length ? ", …" : ""}`);
    return [...this.said, ...lines];
  }
}
