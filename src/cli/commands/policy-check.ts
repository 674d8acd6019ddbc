/** `cloudg-mcp policy check`: whether a policy can be used, what it comes to after `extends`, and for each role what is visible and why. */
import { KINDS } from "../../model/kinds.js";
import { Principal } from "../../model/principal.js";
import type { AnySpec, Registry } from "../../registry/registry.js";
import { keyOf, kindOf } from "../../registry/registry.js";
import type { Policy } from "../../policy/policy.js";
import type { CommandContext } from "../command-context.js";
import { ExitCode } from "../failure.js";
import { loadPolicy, principalOf } from "../governance.js";
import { openLayer } from "../open-layer.js";
import { renderTable } from "../table.js";

export async function runPolicyCheck(context: CommandContext, source: string): Promise<number> {
  const { globals, cwd, terminal } = context;
  const { policy, registry } = await openPolicy(context, source, cwd);
  const callers = globals.role === undefined && globals.principalId === undefined ? listCallers(policy) : [principalOf(globals)];
  if (globals.json === true) terminal.printJson(describeAll(policy, callers, registry));
  else await printAll(context, policy, callers, registry);
  return ExitCode.Ok;
}

/** With plugins, what they offer. Nothing is started, and no store of rate limits asked. */
async function openPolicy(context: CommandContext, source: string, cwd: string): Promise<{ policy: Policy; registry: Registry | undefined }> {
  const { rateLimitStore: _store, ...globals } = context.globals;
  if (globals.plugin === undefined) return { policy: await loadPolicy({ policy: source }, cwd), registry: undefined };
  const { policy, layer } = await openLayer({ ...context, globals: { ...globals, policy: source } });
  return { policy, registry: layer.registry };
}

/** Somebody unknown, the person at this machine, and one caller for each role that the policy speaks of. */
function listCallers(policy: Policy): Principal[] {
  const known = [Principal.anonymous(), Principal.local()];
  return [...known, ...policy.roles.filter((role) => role !== "default").map((role) => new Principal({ id: role, roles: [role] }))];
}

function describeAll(policy: Policy, callers: readonly Principal[], registry: Registry | undefined) {
  return {
    name: policy.name,
    extends: policy.chain,
    effective: policy.document,
    callers: callers.map((caller) => ({
      roles: [...caller.roles],
      ...policy.outline(caller),
      ...(registry === undefined
        ? {}
        : { primitives: [...registry].map((spec) => ({ kind: kindOf(spec), name: keyOf(spec), ...policy.explain(spec, caller) })) }),
    })),
  };
}

async function printAll({ terminal }: CommandContext, policy: Policy, callers: readonly Principal[], registry: Registry | undefined): Promise<void> {
  const { stringify } = await import("yaml");
  const { bold } = terminal.colours;
  terminal.print(`policy ${policy.name} can be used${policy.chain.length === 0 ? "" : `; it extends ${policy.chain.join(", which extends ")}`}`);
  terminal.print(`\n${bold("What it comes to:")}\n\n${indent(stringify(policy.document, { lineWidth: 0 }))}`);
  const rows = callers.map((caller) => {
    const { rules, deniedCapabilities, maxSensitivity } = policy.outline(caller);
    return [showRoles(caller), list(deniedCapabilities), maxSensitivity ?? "any", list(rules)];
  });
  terminal.print(`\n${renderTable(terminal, ["ROLES", "CAPABILITIES DENIED", "SENSITIVITY UP TO", "RULES FOR IT"], rows)}`);
  if (registry !== undefined) for (const caller of callers) printView(terminal, policy, caller, [...registry]);
}

function printView(terminal: CommandContext["terminal"], policy: Policy, caller: Principal, specs: readonly AnySpec[]): void {
  const seen = specs.map((spec) => ({ spec, ...policy.explain(spec, caller) }));
  const visible = seen.filter(({ allowed }) => allowed).length;
  terminal.print(`\n${showRoles(caller)}: ${visible} of ${specs.length} ${policy.hidesDenied ? "visible" : "allowed, all visible"}\n\n`);
  const rows = seen.map(({ spec, allowed, reason }) => [keyOf(spec), KINDS[kindOf(spec)].label, allowed ? "yes" : "no", reason]);
  terminal.print(renderTable(terminal, ["NAME", "KIND", policy.hidesDenied ? "VISIBLE" : "ALLOWED", "WHY"], rows));
}

function showRoles({ roles }: Principal): string {
  return [...roles].join(", ");
}

function list(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
