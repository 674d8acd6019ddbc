/** What a spec promises about its arguments: the schema, what its values turn into, and what no schema can say. */
import type { ArgumentIssue } from "../errors.js";
import type { HydrationMark } from "./hydration.js";
import type { JsonSchema } from "./json-schema.js";

/** Checks what no JSON Schema can say, on arguments that are otherwise right. Issues are located as the validator's own. */
export type ResidualCheck = (args: Record<string, unknown>) => readonly ArgumentIssue[] | Promise<readonly ArgumentIssue[]>;

export interface ArgumentsInit {
  /** Schema of the arguments object. @default for tools: no arguments; for templates and prompts: every argument is a string */
  readonly inputSchema?: JsonSchema | undefined;
  readonly hydrate?: readonly HydrationMark[] | undefined;
  readonly residual?: ResidualCheck | undefined;
}
