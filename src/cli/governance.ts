/** The policy and the caller that the command line names. Serves every command that opens a layer. */
import { isLayerError } from "../errors.js";
import { Principal } from "../model/principal.js";
import { Policy } from "../policy/policy.js";
import { PolicyError } from "../policy/policy-error.js";
import type { CommandContext, GlobalOptions } from "./command-context.js";
import { CliFailure } from "./failure.js";

/** @throws CliFailure with every fault of the document, or when the store of its rate limits does not answer. */
export async function loadPolicy({ policy, rateLimitStore }: Pick<GlobalOptions, "policy" | "rateLimitStore">, cwd: CommandContext["cwd"]): Promise<Policy> {
  try {
    return await Policy.load(policy, { folder: cwd, rateLimitStore });
  } catch (error) {
    if (error instanceof PolicyError || isLayerError(error)) throw new CliFailure(error.message, undefined, { cause: error });
    throw error;
  }
}

/** The person at this machine, unless the command line says otherwise. */
export function principalOf({ role, principalId }: Pick<GlobalOptions, "role" | "principalId">): Principal {
  const local = Principal.local();
  return role === undefined && principalId === undefined ? local : new Principal({ id: principalId ?? local.id, roles: role ?? local.roles });
}
