/** Serves the half-hidden layer over stdio. */
import { takeStdout } from "../../../src/server/stdout-guard.js";

takeStdout();
const { hiddenLayer } = await import("./hidden-layer.js");
const { serve } = await import("../../../src/server/serve.js");
const serving = await serve(await hiddenLayer(), { transport: "stdio" });
await serving.closed;
process.exit(0);
