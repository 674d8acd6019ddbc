/** tsc writes files without the executable bit; the CLI of a checkout needs it. */
import { chmodSync, readFileSync } from "node:fs";

const { bin } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
for (const file of Object.values(bin)) chmodSync(new URL(`../${file}`, import.meta.url), 0o755);
