/** Resolves imports the way NodeNext TypeScript does: `./x.js` is `./x.ts` where that exists, and our own package name is our own source. */
const { existsSync, readFileSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const { name, exports: entries } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** `cloudg-mcp/server` → `src/server/index.ts`, read from the exports map so that the two cannot disagree. */
function ownSource(request) {
  if (request !== name && !request.startsWith(`${name}/`)) return undefined;
  const entry = entries[`.${request.slice(name.length)}`];
  if (entry === undefined || typeof entry === "string") return undefined;
  return path.join(root, entry.default.replace(/^\.\/dist\//, "src/").replace(/\.js$/, ".ts"));
}

module.exports = (request, options) => {
  const own = ownSource(request);
  if (own !== undefined) return own;
  if (/^\.{1,2}\//.test(request) && request.endsWith(".js") && !options.basedir.includes("node_modules")) {
    const source = path.resolve(options.basedir, `${request.slice(0, -3)}.ts`);
    if (existsSync(source)) return source;
  }
  return options.defaultResolver(request, options);
};
