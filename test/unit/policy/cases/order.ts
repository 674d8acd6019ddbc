/** The order of decision: denials of rules, the ceiling, lists and grants, capabilities. */
import { no, yes } from "./policy-case.js";

const P = { name: "p" };
const BY_P = "allowed by policy 'p'";
const EVERYBODY = { match: { roles: ["default"] } };

export const ORDER_CASES = [
  // (1) An explicit deny of a matching rule: nothing overrides it.
  no("a rule's deny list", { ...P, rules: [{ name: "r", denyTools: ["t"] }] }, "tool in the deny list of rule 'r'"),
  no(
    "a rule's deny list over the policy's allow list",
    { ...P, allowTools: ["t"], rules: [{ name: "r", denyTools: ["t"] }] },
    "tool in the deny list of rule 'r'",
  ),
  no(
    "a rule's deny list over another rule's allow list",
    {
      ...P,
      rules: [
        { name: "a", allowTools: ["t"] },
        { name: "d", denyTools: ["t"] },
      ],
    },
    "tool in the deny list of rule 'd'",
  ),
  no("a rule's deny list over its own allow list", { ...P, rules: [{ name: "r", allowTools: ["*"], denyTools: ["t"] }] }, "tool in the deny list of rule 'r'"),
  no("a rule's denied category", { ...P, rules: [{ name: "r", denyCategories: ["general"] }] }, "category 'general' denied by rule 'r'"),
  no(
    "a rule's denied category over another rule's allow list",
    {
      ...P,
      rules: [
        { name: "a", allowTools: ["t"], allowCategories: ["general"] },
        { name: "d", denyCategories: ["general"] },
      ],
    },
    "category 'general' denied by rule 'd'",
  ),
  no("a rule's denied capability", { ...P, rules: [{ name: "never-exec", denyCapabilities: ["exec"] }] }, "capability 'exec' denied by rule 'never-exec'", {
    capabilities: ["exec"],
  }),
  no(
    "a rule's denied capability over another rule's grant of it",
    {
      ...P,
      denyCapabilities: ["exec"],
      rules: [
        { name: "g", allowCapabilities: ["exec"] },
        { name: "never-exec", denyCapabilities: ["exec"] },
      ],
    },
    "capability 'exec' denied by rule 'never-exec'",
    { capabilities: ["exec"] },
  ),
  no(
    "a rule's denied capability over its own grant",
    { ...P, rules: [{ name: "r", allowCapabilities: ["exec"], denyCapabilities: ["exec"] }] },
    "capability 'exec' denied by rule 'r'",
    { capabilities: ["exec"] },
  ),
  no("a role's deny list", { ...P, roles: { guest: { denyTools: ["t"] } } }, "tool in the deny list of role 'guest'", {}, { roles: ["guest"] }),
  yes("a role's deny list is for that role", { ...P, roles: { guest: { denyTools: ["t"] } } }, BY_P, {}, { roles: ["admin"] }),
  no(
    "two roles: the one that denies decides",
    { ...P, roles: { admin: { allowTools: ["*"] }, guest: { denyTools: ["t"] } } },
    "tool in the deny list of role 'guest'",
    {},
    { roles: ["admin", "guest"] },
  ),
  no("the name before the category", { ...P, rules: [{ name: "r", denyCategories: ["general"], denyTools: ["t"] }] }, "tool in the deny list of rule 'r'"),
  no(
    "the category before the capability",
    { ...P, rules: [{ name: "r", denyCapabilities: ["exec"], denyCategories: ["general"] }] },
    "category 'general' denied by rule 'r'",
    { capabilities: ["exec"] },
  ),
  no(
    "the first of two rules that deny is named",
    {
      ...P,
      rules: [
        { name: "one", denyCategories: ["general"] },
        { name: "two", denyTools: ["t"] },
      ],
    },
    "category 'general' denied by rule 'one'",
  ),
  no(
    "roles are looked at before rules",
    { ...P, rules: [{ name: "r", denyTools: ["t"] }], roles: { default: { denyCategories: ["general"] } } },
    "category 'general' denied by role 'default'",
  ),
  no("a denial comes before the ceiling", { ...P, maxSensitivity: "public", rules: [{ name: "r", denyTools: ["t"] }] }, "tool in the deny list of rule 'r'"),
  no("a rule without a name is named by its place", { ...P, rules: [{}, { denyTools: ["t"] }] }, "tool in the deny list of rule 'rules.1'"),
  // (2) The ceiling.
  no("the policy's ceiling", { ...P, maxSensitivity: "internal" }, "sensitivity 'confidential' exceeds the allowed 'internal'"),
  no("restricted under confidential", { ...P, maxSensitivity: "confidential" }, "sensitivity 'restricted' exceeds the allowed 'confidential'", {
    sensitivity: "restricted",
  }),
  yes("the ceiling itself is allowed", { ...P, maxSensitivity: "confidential" }, BY_P),
  yes("public under public", { ...P, maxSensitivity: "public" }, BY_P, { sensitivity: "public" }),
  no("internal over public", { ...P, maxSensitivity: "public" }, "sensitivity 'internal' exceeds the allowed 'public'", { sensitivity: "internal" }),
  yes("no ceiling", P, BY_P, { sensitivity: "restricted" }),
  yes("a rule raises the ceiling", { ...P, maxSensitivity: "public", rules: [{ name: "r", maxSensitivity: "restricted" }] }, BY_P, {
    sensitivity: "restricted",
  }),
  no(
    "a rule lowers the ceiling",
    { ...P, maxSensitivity: "restricted", rules: [{ name: "r", maxSensitivity: "internal" }] },
    "sensitivity 'confidential' exceeds the allowed 'internal'",
  ),
  no(
    "a rule sets a ceiling where there is none",
    { ...P, rules: [{ name: "r", maxSensitivity: "public" }] },
    "sensitivity 'confidential' exceeds the allowed 'public'",
  ),
  yes(
    "the highest ceiling among matching rules",
    { ...P, rules: [{ maxSensitivity: "public" }, { maxSensitivity: "confidential" }, { maxSensitivity: "internal" }] },
    BY_P,
  ),
  no(
    "a rule that does not match raises nothing",
    { ...P, maxSensitivity: "internal", rules: [{ match: { roles: ["admin"] }, maxSensitivity: "restricted" }] },
    "sensitivity 'confidential' exceeds the allowed 'internal'",
  ),
  yes(
    "a role raises the ceiling for its own",
    { ...P, maxSensitivity: "internal", roles: { admin: { maxSensitivity: "restricted" } } },
    BY_P,
    { sensitivity: "restricted" },
    { roles: ["admin"] },
  ),
  no(
    "the ceiling holds against a rule's allow list",
    { ...P, maxSensitivity: "internal", rules: [{ name: "r", allowTools: ["t"] }] },
    "sensitivity 'confidential' exceeds the allowed 'internal'",
  ),
  no("the ceiling comes before the lists", { ...P, maxSensitivity: "internal", denyTools: ["t"] }, "sensitivity 'confidential' exceeds the allowed 'internal'"),
  no(
    "the ceiling comes before capabilities",
    { ...P, maxSensitivity: "internal", denyCapabilities: ["exec"] },
    "sensitivity 'confidential' exceeds the allowed 'internal'",
    { capabilities: ["exec"] },
  ),
  yes("prompts are internal by default", { ...P, maxSensitivity: "internal" }, BY_P, { kind: "prompt" }),
  // (3) Grants, then the policy's own lists in their order.
  no("the policy's deny list", { ...P, denyTools: ["t"] }, "tool in the deny list of policy 'p'"),
  no("the policy's denied categories", { ...P, denyCategories: ["general"] }, "category 'general' denied by policy 'p'"),
  no("the policy's allow list", { name: "lists", allowTools: ["other"] }, "tool not in the allow list of policy 'lists'"),
  no("the policy's allowed categories", { ...P, allowCategories: ["other"] }, "category 'general' not in the allowed categories of policy 'p'"),
  no("deny list before denied categories", { ...P, denyCategories: ["general"], denyTools: ["t"] }, "tool in the deny list of policy 'p'"),
  no("denied categories before the allow list", { ...P, allowTools: [], denyCategories: ["general"] }, "category 'general' denied by policy 'p'"),
  no("allow list before allowed categories", { ...P, allowCategories: [], allowTools: [] }, "tool not in the allow list of policy 'p'"),
  no("deny beats allow in the policy's lists", { ...P, allowTools: ["t"], denyTools: ["t"] }, "tool in the deny list of policy 'p'"),
  no(
    "an allowed name in a category that is not",
    { ...P, allowTools: ["t"], allowCategories: ["other"] },
    "category 'general' not in the allowed categories of policy 'p'",
  ),
  yes("both lists satisfied", { ...P, allowTools: ["t"], allowCategories: ["general"] }, BY_P),
  no("an empty allow list allows nothing", { ...P, allowTools: [] }, "tool not in the allow list of policy 'p'"),
  no("an empty list of allowed categories allows nothing", { ...P, allowCategories: [] }, "category 'general' not in the allowed categories of policy 'p'"),
  yes("null is no list", { ...P, allowTools: null, denyTools: null, allowCategories: null, denyCategories: null }, BY_P),
  yes("a rule's allow list over the policy's deny list", { ...P, denyTools: ["t"], rules: [{ name: "r", allowTools: ["t"] }] }, "allowed by rule 'r'"),
  yes("a rule's allow list over denied categories", { ...P, denyCategories: ["general"], rules: [{ name: "r", allowTools: ["t"] }] }, "allowed by rule 'r'"),
  yes("a rule's allow list over an empty allow list", { ...P, allowTools: [], rules: [{ name: "r", allowTools: ["t"] }] }, "allowed by rule 'r'"),
  yes("a rule's allow list over allowed categories", { ...P, allowCategories: [], rules: [{ name: "r", allowTools: ["t"] }] }, "allowed by rule 'r'"),
  yes(
    "a rule's allowed category over the policy's deny list",
    { ...P, denyTools: ["t"], rules: [{ name: "r", allowCategories: ["general"] }] },
    "allowed by rule 'r'",
  ),
  yes("a role's allow list is a grant", { ...P, allowTools: [], roles: { ops: { allowTools: ["t"] } } }, "allowed by role 'ops'", {}, { roles: ["ops"] }),
  no("a grant is for whom the rule matches", { ...P, allowTools: [], roles: { ops: { allowTools: ["t"] } } }, "tool not in the allow list of policy 'p'"),
  no("a rule's allow list that names another", { ...P, denyTools: ["t"], rules: [{ name: "r", allowTools: ["u"] }] }, "tool in the deny list of policy 'p'"),
  yes("a rule's allow list never restricts", { ...P, rules: [{ name: "r", allowTools: ["u"], allowCategories: ["v"] }] }, BY_P),
  no("a rule's empty allow list grants nothing", { ...P, denyTools: ["t"], rules: [{ name: "r", allowTools: [] }] }, "tool in the deny list of policy 'p'"),
  no("a rule that only matches grants nothing", { ...P, denyTools: ["t"], rules: [{ name: "r", ...EVERYBODY }] }, "tool in the deny list of policy 'p'"),
  yes(
    "the first rule that grants is named",
    { ...P, rules: [{ name: "x" }, { name: "y", allowTools: ["t"] }, { name: "z", allowTools: ["t"] }] },
    "allowed by rule 'y'",
  ),
  // (4) Capabilities.
  no("a capability in the deny set", { ...P, denyCapabilities: ["exec"] }, "capability 'exec' denied by policy 'p'", { capabilities: ["exec"] }),
  yes("a capability that is not declared", { ...P, denyCapabilities: ["exec"] }, BY_P),
  yes(
    "a capability granted by a rule",
    { ...P, denyCapabilities: ["exec"], rules: [{ name: "r", allowCapabilities: ["exec"] }] },
    "capability 'exec' granted by rule 'r'",
    { capabilities: ["exec"] },
  ),
  yes(
    "a capability granted by a role",
    { ...P, denyCapabilities: ["reveal"], roles: { admin: { allowCapabilities: ["reveal"] } } },
    "capability 'reveal' granted by role 'admin'",
    { capabilities: ["read_state", "reveal"] },
    { roles: ["admin"] },
  ),
  no(
    "a capability granted to somebody else",
    { ...P, denyCapabilities: ["reveal"], roles: { admin: { allowCapabilities: ["reveal"] } } },
    "capability 'reveal' denied by policy 'p'",
    { capabilities: ["reveal"] },
  ),
  no(
    "every capability must be granted",
    { ...P, denyCapabilities: ["exec", "reveal"], rules: [{ name: "r", allowCapabilities: ["exec"] }] },
    "capability 'reveal' denied by policy 'p'",
    { capabilities: ["exec", "reveal"] },
  ),
  yes(
    "two rules may grant one each",
    {
      ...P,
      denyCapabilities: ["exec", "reveal"],
      rules: [
        { name: "a", allowCapabilities: ["exec"] },
        { name: "b", allowCapabilities: ["reveal"] },
      ],
    },
    "capability 'exec' granted by rule 'a'",
    { capabilities: ["exec", "reveal"] },
  ),
  no(
    "a name that is granted does not grant capabilities",
    { ...P, denyCapabilities: ["exec"], rules: [{ name: "r", allowTools: ["t"] }] },
    "capability 'exec' denied by policy 'p'",
    { capabilities: ["exec"] },
  ),
  no(
    "a capability that is granted does not lift the lists",
    { ...P, denyTools: ["t"], denyCapabilities: ["exec"], rules: [{ name: "r", allowCapabilities: ["exec"] }] },
    "tool in the deny list of policy 'p'",
    { capabilities: ["exec"] },
  ),
  no("lists come before capabilities", { ...P, denyTools: ["t"], denyCapabilities: ["exec"] }, "tool in the deny list of policy 'p'", {
    capabilities: ["exec"],
  }),
  no(
    "the policy's allowCapabilities is no grant",
    { ...P, allowCapabilities: ["exec"], denyCapabilities: ["exec"] },
    "capability 'exec' denied by policy 'p'",
    {
      capabilities: ["exec"],
    },
  ),
];
