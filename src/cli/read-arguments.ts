/** The arguments of a call as the command line gives them: JSON, a file that holds it, or stdin. Serves `call --args`. */
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { CliFailure, describeError, ExitCode } from "./failure.js";
import { findJsonFault, positionOf } from "./json-position.js";

/**
 * @param given `JSON`, `@FILE` or `-` for stdin.
 * @throws CliFailure (usage) that says where the JSON breaks; it does not repeat what was given.
 */
export async function readArguments(given: string, stdin: NodeJS.ReadableStream = process.stdin): Promise<Record<string, unknown>> {
  if (given === "-") return parseArguments(await readAll(stdin), "stdin");
  if (!given.startsWith("@")) return parseArguments(given, "--args");
  const file = given.slice(1);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CliFailure(`--args: the file ${file} cannot be read: ${describeError(error)}`, ExitCode.Usage);
  });
  return parseArguments(text, file);
}

function parseArguments(text: string, where: string): Record<string, unknown> {
  const value = parseJson(text.replace(/^\uFEFF/, ""), where);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CliFailure(`${where}: the arguments are a JSON object, such as {"limit": 3}; this is ${nameType(value)}`, ExitCode.Usage);
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const fault = findJsonFault(text);
    if (fault === undefined) throw new CliFailure(`${where}: ${describeError(error)}`, ExitCode.Usage);
    const { line, column } = positionOf(text, fault.offset);
    const what = fault.offset >= text.length ? "it ends where" : "there should be";
    const rest = fault.offset >= text.length ? `${fault.expected} should follow` : fault.expected;
    throw new CliFailure(`${where}: not JSON at line ${line}, column ${column}: ${what} ${rest}${shellHint(text)}`, ExitCode.Usage);
  }
}

/** `{limit:3}` is what is left of `{"limit":3}` when a shell took the quotes. */
function shellHint(text: string): string {
  return /^\s*\{/.test(text) && !text.includes('"') && !/^\s*\{\s*\}/.test(text)
    ? `\n  Put single quotes around it, so that the shell leaves the double ones: --args '{"limit": 3}'`
    : "";
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
