/** The version of this package, which emitted files name. */
import { readFileSync } from "node:fs";

/** Two folders up from `src/emit` and from `dist/emit` alike. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;
}
