/** Whom and what a rule matches: every condition given must hold. */
import type { MatchDocument } from "../../../../src/policy/document.js";
import type { Caller, PolicyCase, Thing } from "./policy-case.js";
import { no, yes } from "./policy-case.js";

const THING: Thing = {
  name: "find_assets",
  category: "inventory",
  tags: ["read", "slow"],
  sensitivity: "internal",
  capabilities: ["read_state", "cloud_access"],
};
const CALLER: Caller = { id: "ann@example.org", roles: ["analyst", "default"] };

const rule = (match: MatchDocument | null | object) => ({ name: "p", rules: [{ name: "r", match, denyCategories: ["inventory"] }] });
const fits = (about: string, match: MatchDocument | null | object): PolicyCase =>
  no(about, rule(match), "category 'inventory' denied by rule 'r'", THING, CALLER);
const misses = (about: string, match: MatchDocument | object): PolicyCase => yes(about, rule(match), "allowed by policy 'p'", THING, CALLER);

export const MATCH_CASES = [
  fits("no condition", {}),
  fits("match: null", null),
  fits("conditions that are null", {
    roles: null,
    principals: null,
    names: null,
    categories: null,
    tags: null,
    kinds: null,
    sensitivity: null,
    capabilities: null,
  }),
  fits("a role of the caller", { roles: ["analyst"] }),
  fits("one of several roles", { roles: ["admin", "analyst"] }),
  misses("another role", { roles: ["admin"] }),
  misses("roles are no globs", { roles: ["ana*"] }),
  misses("no role at all", { roles: [] }),
  misses("roles are case-sensitive", { roles: ["Analyst"] }),
  fits("the caller's id", { principals: ["ann@example.org"] }),
  fits("a glob over the id", { principals: ["*@example.org"] }),
  misses("another id", { principals: ["bob@*"] }),
  misses("an id taken out", { principals: ["*", "!ann@*"] }),
  misses("no id at all", { principals: [] }),
  fits("the name", { names: ["find_assets"] }),
  fits("a glob over the name", { names: ["find_*"] }),
  misses("another name", { names: ["get_*"] }),
  misses("a name taken out", { names: ["*", "!find_*"] }),
  misses("only negations", { names: ["!get_*"] }),
  fits("the category", { categories: ["inventory"] }),
  misses("another category", { categories: ["general"] }),
  misses("categories are no globs", { categories: ["inv*"] }),
  fits("a tag", { tags: ["slow"] }),
  fits("one of several tags", { tags: ["fast", "read"] }),
  misses("another tag", { tags: ["fast"] }),
  fits("the kind", { kinds: ["tool"] }),
  misses("another kind", { kinds: ["resource", "prompt"] }),
  fits("the sensitivity", { sensitivity: ["internal"] }),
  fits("one of several levels", { sensitivity: ["public", "internal"] }),
  fits("one level, as a text", { sensitivity: "internal" }),
  misses("another level", { sensitivity: ["confidential"] }),
  fits("a capability", { capabilities: ["cloud_access"] }),
  misses("another capability", { capabilities: ["exec"] }),
  fits("all conditions", {
    roles: ["analyst"],
    principals: ["ann@*"],
    names: ["find_*"],
    categories: ["inventory"],
    tags: ["read"],
    kinds: ["tool"],
    sensitivity: ["internal"],
    capabilities: ["read_state"],
  }),
  misses("all but one (role)", { roles: ["x"], names: ["find_*"], categories: ["inventory"] }),
  misses("all but one (name)", { roles: ["analyst"], names: ["x"], categories: ["inventory"] }),
  misses("all but one (category)", { roles: ["analyst"], names: ["find_*"], categories: ["x"] }),
  no(
    "a role's own match narrows it",
    { name: "p", roles: { analyst: { match: { tags: ["slow"] }, denyTools: ["*"] } } },
    "tool in the deny list of role 'analyst'",
    THING,
    CALLER,
  ),
  yes("a role and another role", { name: "p", roles: { analyst: { match: { roles: ["admin"] }, denyTools: ["*"] } } }, "allowed by policy 'p'", THING, CALLER),
];
