/** The entry `cloudg-mcp/server`: what hosts and the CLI need to serve a layer. */
export { serveInMemory } from "./in-memory.js";
export type { InMemoryServing } from "./in-memory.js";
export type { HttpOptions, PrincipalResolver, RequestFacts, ServeOptions, Serving, StdioOptions } from "./options.js";
export { serve } from "./serve.js";
export { takeStdout } from "./stdout-guard.js";
