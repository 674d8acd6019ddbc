/** Jest for this repository: TypeScript through swc as ES modules, `./x.js` meaning `./x.ts`, and `cloudg-mcp` meaning our own sources. */
import { fileURLToPath } from "node:url";

export default {
  rootDir: fileURLToPath(new URL("..", import.meta.url)),
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  // A stand-in package of our own name, for the emitter's tests.
  modulePathIgnorePatterns: ["<rootDir>/test/fixtures/emit/framework/", "<rootDir>/dist/", "<rootDir>/examples/.*/dist/"],
  resolver: "<rootDir>/scripts/jest-resolver.cjs",
  transform: {
    "\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
          keepClassNames: true,
        },
        module: { type: "es6" },
      },
    ],
  },
  // Spawned servers and compilers share two cores with the workers.
  testTimeout: 30_000,
  maxWorkers: 2,
};
