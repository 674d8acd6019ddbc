/** What `runToolCalls` needs of a provider: the calls in a message, and the messages that answer them. Implemented once per provider. */
import type { ToolResult } from "../../model/tool-result.js";
import type { NameRule } from "./name-map.js";
import type { ResultLimits } from "./result-parts.js";

export interface RequestedCall {
  /** Undefined where a provider gives none. */
  readonly id: string | undefined;
  /** As the provider was told. */
  readonly name: string;
  /** Not yet checked; {@link UNREADABLE} for what is not even JSON. */
  readonly args: unknown;
}

/** Stands for arguments that are no JSON. */
export const UNREADABLE: unique symbol = Symbol("unreadable arguments");

export interface AnsweredCall {
  readonly call: RequestedCall;
  readonly result: ToolResult;
}

export interface ProviderCalls<Message, Answer> {
  readonly names: NameRule;
  /** Empty when the model asks for nothing. @throws TypeError for what is no message of this provider. */
  readonly readCalls: (message: Message) => readonly RequestedCall[];
  /** In the order of the calls; never called without any. */
  readonly writeAnswers: (answered: readonly AnsweredCall[], limits: ResultLimits) => Answer[];
}

/** Arguments that come as text: absent or empty text is no arguments. */
export function readJsonArguments(text: unknown): unknown {
  if (typeof text !== "string") return UNREADABLE;
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return UNREADABLE;
  }
}
