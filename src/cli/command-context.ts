/** What every command of the CLI is given: the options that stand before or after any command, the terminal, the working directory. */
import type { FilterFlags } from "./layer-flags.js";
import type { MiddlewareFlags } from "./middleware-flags.js";
import type { Terminal } from "./terminal.js";

export interface GlobalOptions extends FilterFlags, MiddlewareFlags {
  /** `--plugin`, repeatable. */
  readonly plugin?: readonly string[];
  readonly prefix?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly name?: string;
  readonly json?: boolean;
  /** A profile or a file; where it is left out, $CLOUDG_MCP_POLICY, else `standard`. */
  readonly policy?: string;
  /** `--role`, repeatable: of the caller on whose behalf the command works. */
  readonly role?: readonly string[];
  readonly principalId?: string;
  /** `redis://…` */
  readonly rateLimitStore?: string;
}

export interface CommandContext {
  readonly globals: GlobalOptions;
  readonly terminal: Terminal;
  readonly cwd: string;
}
