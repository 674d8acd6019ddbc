/** What a document comes to once it is laid over the one it extends. `{…}` stands in the reason for the document itself. */
import { no, yes } from "./policy-case.js";

const P = { name: "p" };
const BY_P = "allowed by policy 'p'";
const EXEC = { capabilities: ["exec"] } as const;
const REVEAL = { capabilities: ["reveal"] } as const;

export const MERGING_CASES = [
  yes("open", "open", "allowed by policy 'open'", { sensitivity: "restricted", capabilities: ["exec", "reveal", "cloud_access", "write_fs"] }),
  yes("standard", "standard", "allowed by policy 'standard'", { capabilities: ["exec", "cloud_access"] }),
  no("standard denies reveal", "standard", "capability 'reveal' denied by policy 'standard'", REVEAL),
  yes("standard: admin", "standard", "capability 'reveal' granted by role 'admin'", REVEAL, { roles: ["admin"] }),
  yes("standard: privacy-admin", "standard", "capability 'reveal' granted by role 'privacy-admin'", REVEAL, { roles: ["privacy-admin"] }),
  no("standard: local is no admin", "standard", "capability 'reveal' denied by policy 'standard'", REVEAL, { roles: ["default", "local"] }),
  no("strict denies exec", "strict", "capability 'exec' denied by policy 'strict'", EXEC),
  no("strict denies exec to admins", "strict", "capability 'exec' denied by policy 'strict'", EXEC, { roles: ["admin"] }),
  no("strict denies cloud_access", "strict", "capability 'cloud_access' denied by policy 'strict'", { capabilities: ["cloud_access"] }),
  no("strict denies write_fs", "strict", "capability 'write_fs' denied by policy 'strict'", { capabilities: ["write_fs"] }),
  yes("strict allows write_state", "strict", "allowed by policy 'strict'", { capabilities: ["write_state"] }),
  no("strict has a ceiling", "strict", "sensitivity 'restricted' exceeds the allowed 'confidential'", { sensitivity: "restricted" }),
  no("read_only denies write_fs", "read_only", "capability 'write_fs' denied by policy 'read_only'", { capabilities: ["write_fs"] }),
  no("read_only denies exec", "read_only", "capability 'exec' denied by policy 'read_only'", EXEC),
  no("read_only denies cloud_access", "read_only", "capability 'cloud_access' denied by policy 'read_only'", { capabilities: ["cloud_access"] }),
  yes("read_only has no ceiling", "read_only", "allowed by policy 'read_only'", { sensitivity: "restricted" }),
  yes("airgapped allows write_fs", "airgapped", "allowed by policy 'airgapped'", { capabilities: ["write_fs"] }),
  no("airgapped denies cloud_access", "airgapped", "capability 'cloud_access' denied by policy 'airgapped'", { capabilities: ["cloud_access"] }),
  no("airgapped denies exec", "airgapped", "capability 'exec' denied by policy 'airgapped'", EXEC),
  no("audit is read_only", "audit", "capability 'write_fs' denied by policy 'audit'", { capabilities: ["write_fs"] }),
  no("a document that extends a profile speaks in its own name", { ...P, extends: "standard" }, "capability 'reveal' denied by policy 'p'", REVEAL),
  yes("inherited roles", { ...P, extends: "standard" }, "capability 'reveal' granted by role 'admin'", REVEAL, { roles: ["admin"] }),
  no("deny lists are united (inherited)", { ...P, extends: "standard", denyCapabilities: ["exec"] }, "capability 'reveal' denied by policy 'p'", REVEAL),
  no("deny lists are united (own)", { ...P, extends: "standard", denyCapabilities: ["exec"] }, "capability 'exec' denied by policy 'p'", EXEC),
  yes("allowCapabilities takes out of the inherited deny set", { ...P, extends: "standard", allowCapabilities: ["reveal"] }, BY_P, REVEAL),
  no("and leaves the rest of it", { ...P, extends: "strict", allowCapabilities: ["exec"] }, "capability 'write_fs' denied by policy 'p'", {
    capabilities: ["write_fs"],
  }),
  no(
    "but not out of the document's own",
    { ...P, extends: "standard", allowCapabilities: ["exec"], denyCapabilities: ["exec"] },
    "capability 'exec' denied by policy 'p'",
    EXEC,
  ),
  yes("scalars replace", { ...P, extends: "strict", maxSensitivity: "restricted" }, BY_P, { sensitivity: "restricted" }),
  yes("null replaces too", { ...P, extends: "strict", maxSensitivity: null }, BY_P, { sensitivity: "restricted" }),
  no("null unites with a deny list", { ...P, extends: "standard", denyCapabilities: null }, "capability 'reveal' denied by policy 'p'", REVEAL),
  yes(
    "roles merge: a new one",
    { ...P, extends: "standard", roles: { ops: { allowCapabilities: ["reveal"] } } },
    "capability 'reveal' granted by role 'ops'",
    REVEAL,
    { roles: ["ops"] },
  ),
  yes("roles merge: the old ones stay", { ...P, extends: "standard", roles: { ops: {} } }, "capability 'reveal' granted by role 'admin'", REVEAL, {
    roles: ["admin"],
  }),
  no(
    "roles merge: allowCapabilities of the same role replaces",
    { ...P, extends: "standard", roles: { admin: { allowCapabilities: [] } } },
    "capability 'reveal' denied by policy 'p'",
    REVEAL,
    {
      roles: ["admin"],
    },
  ),
  no(
    "roles merge: keys of the same role are added",
    { ...P, extends: "standard", roles: { admin: { denyTools: ["t"] } } },
    "tool in the deny list of role 'admin'",
    REVEAL,
    {
      roles: ["admin"],
    },
  ),
  yes(
    "roles merge: and keep the others",
    { ...P, extends: "standard", roles: { admin: { denyTools: ["u"] } } },
    "capability 'reveal' granted by role 'admin'",
    REVEAL,
    { roles: ["admin"] },
  ),
  no("snake_case, as other systems write it", { name: "p", deny_tools: ["t"], hide_denied: true }, "tool in the deny list of policy 'p'"),
  no("snake_case in rules", { name: "p", rules: [{ name: "r", deny_capabilities: ["exec"] }] }, "capability 'exec' denied by rule 'r'", EXEC),
  no("inline YAML", "name: doc\ndeny_tools: [t]\n", "tool in the deny list of policy 'doc'"),
  no("inline JSON", '{"name": "j", "denyTools": ["t"]}', "tool in the deny list of policy 'j'"),
  no("YAML with a merge key", "name: doc\nroles:\n  a: &a {denyTools: [t]}\n  b: {<<: *a}\n", "tool in the deny list of role 'b'", {}, { roles: ["b"] }),
  no("a document without a name", { denyTools: ["t"] }, "tool in the deny list of policy 'custom'"),
];
