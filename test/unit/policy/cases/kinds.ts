/** The same decisions over resources, templates and prompts, with concrete URIs. */
import { no, yes } from "./policy-case.js";

const P = { name: "p" };
const BY_P = "allowed by policy 'p'";
const FIXED = { kind: "resource", name: "note://index" } as const;
const ASSETS = { kind: "resourceTemplate", name: "cloudg://assets/{+ref}" } as const;
const GREET = { kind: "prompt", name: "greet" } as const;
const reading = (ref: string) => ({ ...ASSETS, read: `cloudg://assets/${ref}` });

export const KIND_CASES = [
  no("a resource by its URI", { ...P, denyResources: ["note://index"] }, "resource in the deny list of policy 'p'", FIXED),
  yes("a resource is not known by its display name", { ...P, denyResources: ["display"] }, BY_P, FIXED),
  yes("deny lists of tools are not for resources", { ...P, denyTools: ["*"], denyPrompts: ["*"] }, BY_P, FIXED),
  no("a resource outside the allow list", { ...P, allowResources: ["other:*"] }, "resource not in the allow list of policy 'p'", FIXED),
  yes("a resource in the allow list", { ...P, allowResources: ["note:*"], allowTools: [], allowPrompts: [] }, BY_P, FIXED),
  no("a resource under a ceiling", { ...P, maxSensitivity: "public" }, "sensitivity 'confidential' exceeds the allowed 'public'", FIXED),
  no("a resource's category", { ...P, denyCategories: ["notes"] }, "category 'notes' denied by policy 'p'", { ...FIXED, category: "notes" }),
  no("a resource's capability", { ...P, denyCapabilities: ["reveal"] }, "capability 'reveal' denied by policy 'p'", { ...FIXED, capabilities: ["reveal"] }),
  yes("a rule grants a resource", { ...P, denyResources: ["*"], rules: [{ name: "r", allowResources: ["note://*"] }] }, "allowed by rule 'r'", FIXED),
  no(
    "a rule's allowTools grants no resource",
    { ...P, denyResources: ["*"], rules: [{ name: "r", allowTools: ["*"] }] },
    "resource in the deny list of policy 'p'",
    FIXED,
  ),
  no("a prompt by its name", { ...P, denyPrompts: ["greet"] }, "prompt in the deny list of policy 'p'", GREET),
  no("a prompt outside the allow list", { ...P, allowPrompts: [] }, "prompt not in the allow list of policy 'p'", GREET),
  yes("deny lists of tools and resources are not for prompts", { ...P, denyTools: ["*"], denyResources: ["*"] }, BY_P, GREET),
  no("a rule denies a prompt", { ...P, rules: [{ name: "r", denyPrompts: ["gr*"] }] }, "prompt in the deny list of rule 'r'", GREET),
  yes("a rule grants a prompt", { ...P, allowPrompts: [], rules: [{ name: "r", allowPrompts: ["greet"] }] }, "allowed by rule 'r'", GREET),
  yes("deny lists of resources and prompts are not for tools", { ...P, denyResources: ["*"], denyPrompts: ["*"] }, BY_P),
  no("a template by its text", { ...P, denyResources: ["cloudg://assets/{+ref}"] }, "resource template in the deny list of policy 'p'", ASSETS),
  no("a template by a glob over its text", { ...P, denyResources: ["cloudg://assets/*"] }, "resource template in the deny list of policy 'p'", ASSETS),
  yes("denying one asset leaves the template", { ...P, denyResources: ["cloudg://assets/prod-1"] }, BY_P, ASSETS),
  no("a read of the denied asset", { ...P, denyResources: ["cloudg://assets/prod-1"] }, "resource template in the deny list of policy 'p'", reading("prod-1")),
  yes("a read of another asset", { ...P, denyResources: ["cloudg://assets/prod-1"] }, BY_P, reading("prod-2")),
  no(
    "a read under a denied prefix",
    { ...P, denyResources: ["cloudg://assets/prod-*"] },
    "resource template in the deny list of policy 'p'",
    reading("prod-2"),
  ),
  no(
    "slashes and colons are no borders",
    { ...P, denyResources: ["cloudg://assets/arn:*secret"] },
    "resource template in the deny list of policy 'p'",
    reading("arn:aws:s3:::b/a/secret"),
  ),
  no("what is behind a denied template", { ...P, denyResources: ["cloudg://assets/{+ref}"] }, "resource template in the deny list of policy 'p'", reading("x")),
  no(
    "a rule denies one asset",
    { ...P, rules: [{ name: "r", denyResources: ["*/prod-1"] }] },
    "resource template in the deny list of rule 'r'",
    reading("prod-1"),
  ),
  yes(
    "a role may read what others may not",
    { ...P, denyResources: ["*/prod-1"], roles: { ops: { allowResources: ["*/prod-*"] } } },
    "allowed by role 'ops'",
    reading("prod-1"),
    { roles: ["ops"] },
  ),
  no(
    "others still may not",
    { ...P, denyResources: ["*/prod-1"], roles: { ops: { allowResources: ["*/prod-*"] } } },
    "resource template in the deny list of policy 'p'",
    reading("prod-1"),
  ),
  yes("an allow list that names the template lets in what is behind it", { ...P, allowResources: ["cloudg://assets/{+ref}"] }, BY_P, reading("dev-1")),
  no(
    "a negation in an allow list holds against the concrete URI",
    { ...P, allowResources: ["cloudg://assets/*", "!cloudg://assets/prod-*"] },
    "resource template not in the allow list of policy 'p'",
    reading("prod-1"),
  ),
  yes("and lets the others in", { ...P, allowResources: ["cloudg://assets/*", "!cloudg://assets/prod-*"] }, BY_P, reading("dev-1")),
  no(
    "an allow list of concrete URIs hides the template",
    { ...P, allowResources: ["cloudg://assets/dev-*"] },
    "resource template not in the allow list of policy 'p'",
    reading("dev-1"),
  ),
  no(
    "names in match see the concrete URI",
    { ...P, rules: [{ name: "r", match: { names: ["*/prod-*"] }, denyCategories: ["general"] }] },
    "category 'general' denied by rule 'r'",
    reading("prod-1"),
  ),
  yes("and only that one", { ...P, rules: [{ name: "r", match: { names: ["*/prod-*"] }, denyCategories: ["general"] }] }, BY_P, reading("dev-1")),
  no(
    "a ceiling for some URIs",
    { ...P, rules: [{ match: { names: ["*/prod-*"] }, maxSensitivity: "public" }] },
    "sensitivity 'confidential' exceeds the allowed 'public'",
    reading("prod-1"),
  ),
  no(
    "kinds: template",
    { ...P, rules: [{ name: "r", match: { kinds: ["resource_template"] }, denyResources: ["*"] }] },
    "resource template in the deny list of rule 'r'",
    ASSETS,
  ),
  yes("kinds: template leaves fixed resources", { ...P, rules: [{ name: "r", match: { kinds: ["resource_template"] }, denyResources: ["*"] }] }, BY_P, FIXED),
  no(
    "kinds: resource means both (fixed)",
    { ...P, rules: [{ name: "r", match: { kinds: ["resource"] }, denyResources: ["*"] }] },
    "resource in the deny list of rule 'r'",
    FIXED,
  ),
  no(
    "kinds: resource means both (template)",
    { ...P, rules: [{ name: "r", match: { kinds: ["resource"] }, denyResources: ["*"] }] },
    "resource template in the deny list of rule 'r'",
    ASSETS,
  ),
  no(
    "kinds: prompt",
    { ...P, rules: [{ name: "r", match: { kinds: ["prompt"] }, denyCategories: ["general"] }] },
    "category 'general' denied by rule 'r'",
    GREET,
  ),
  yes("kinds: prompt leaves tools", { ...P, rules: [{ name: "r", match: { kinds: ["prompt"] }, denyCategories: ["general"] }] }, BY_P),
  no(
    "the spelling of our own code is accepted",
    { ...P, rules: [{ name: "r", match: { kinds: ["resourceTemplate"] }, denyResources: ["*"] }] },
    "resource template in the deny list of rule 'r'",
    ASSETS,
  ),
];
