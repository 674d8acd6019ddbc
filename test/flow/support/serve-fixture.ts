/** Serves the fixture layer over stdio, with a module that prints while it is imported, as user code may. */
import { takeStdout } from "../../../src/server/stdout-guard.js";

takeStdout();
console.log("printed at import time");
const { fixtureLayer } = await import("./fixture-layer.js");
const { serve } = await import("../../../src/server/serve.js");
const serving = await serve(fixtureLayer(), { transport: "stdio" });
await serving.closed;
process.exit(0);
