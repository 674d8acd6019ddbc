/** The architecture of src as data: which folder stands on which floor, and which packages belong to one place only. DESIGN.md says why. */

/** Left (index 0) is below: a folder imports from floors below its own, never from one on its own floor. `index` is src/index.ts. */
export const FLOORS: readonly (readonly string[])[] = [
  ["errors", "uri"],
  ["model"],
  ["metadata"],
  ["decorators", "schema"],
  ["registry"],
  ["scan"],
  ["layer"],
  ["middleware", "policy", "transforms"],
  ["adapters"],
  ["server"],
  ["cli", "index"],
];

/** Folders that stand beside the floors: what they may import, and who may import them. */
export const BESIDE: Readonly<Record<string, { readonly uses: readonly string[]; readonly usedBy: readonly string[] }>> = {
  // `uri` beyond what DESIGN.md names: the emitter checks templates with the parser that matches them, or there would be two grammars.
  emit: { uses: ["errors", "uri", "model", "schema"], usedBy: ["cli"] },
};

/** The main entry is what every plugin imports, so it must not reach what only some hosts need. */
export const NOT_FROM_INDEX: readonly string[] = ["server", "cli", "emit"];

export interface PackageRule {
  readonly packages: RegExp;
  /** Paths below src that may import them: a folder ends in a slash. */
  readonly allowed: readonly string[];
  readonly why: string;
}

export const PACKAGE_RULES: readonly PackageRule[] = [
  { packages: /^@modelcontextprotocol\//, allowed: ["server/", "adapters/mcp-sdk/"], why: "only server/ and adapters/mcp-sdk/ know the SDK" },
  { packages: /^(?:typescript(?:-.*)?|@typescript\/.*)(?:\/|$)/, allowed: ["emit/"], why: "only emit/ loads the compiler" },
  { packages: /^(?:commander|cli-table3|picocolors)(?:\/|$)/, allowed: ["cli/"], why: "only cli/ talks to a terminal" },
  { packages: /^(?:prom-client|@opentelemetry\/.*)(?:\/|$)/, allowed: ["middleware/"], why: "only middleware/ measures" },
  { packages: /^reflect-metadata(?:\/|$)/, allowed: ["metadata/"], why: "only metadata/ touches reflection metadata" },
  { packages: /^(?:ai|@ai-sdk\/.*)(?:\/|$)/, allowed: ["adapters/vercel.ts"], why: "the AI SDK is an optional peer of adapters/vercel.ts alone" },
  {
    packages: /^(?:langchain|@langchain\/.*)(?:\/|$)/,
    allowed: ["adapters/langchain.ts"],
    why: "LangChain is an optional peer of adapters/langchain.ts alone",
  },
  {
    packages: /^(?:openai|@anthropic-ai\/.*|@google\/genai)(?:\/|$)/,
    allowed: [],
    why: "the vendors' shapes are declared in our adapters, which need no SDK; test/types holds them together",
  },
  { packages: /^cloudg-mcp(?:\/|$)/, allowed: [], why: "src does not import its own package; import the file that declares the name" },
];

/** The `_meta` prefix is spelt in one literal of one file. */
export const META_PREFIX_TEXT = "cloudg/";
export const META_PREFIX_FILE = "model/meta-prefix.ts";

/** Longer files are two files. */
export const MAX_LINES = 400;
