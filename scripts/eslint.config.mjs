/** What the linter holds this repository to: typescript-eslint's strictest sets, and the exceptions with their reasons. */
import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/**", "**/node_modules/**", "**/coverage/**", "**/*.generated.ts", "test/fixtures/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: process.cwd() } },
    rules: {
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // noPropertyAccessFromIndexSignature's style, wanted here: a key that no type declares is written as one, meta["x"].
      "@typescript-eslint/dot-notation": "off",
      // Under noUncheckedIndexedAccess a `!` is the one way to say "the loop's bound proves it".
      "@typescript-eslint/no-non-null-assertion": "off",
      // Numbers in messages are what the messages are about.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // `return stop()` in an arrow of type () => void reads well and hides nothing.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // Callers of any shape reach the checks at run time: options come from JavaScript, wire objects from strangers.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // Interfaces of handlers allow sync and async alike; a method may be async for its errors to become rejections.
      "@typescript-eslint/require-await": "off",
      // `limit: number = 10`: the type in the signature is what the schemas are emitted from, written out beside its default.
      "@typescript-eslint/no-inferrable-types": ["error", { ignoreParameters: true, ignoreProperties: true }],
      // Values that people made (thrown, returned, passed) are shown as they present themselves.
      "@typescript-eslint/no-base-to-string": "off",
      // An index signature names its key, which a Record cannot.
      "@typescript-eslint/consistent-indexed-object-style": "off",
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["test/**", "examples/**"],
    rules: {
      // Test plugins return anything and take anything; wire objects are looked into freely.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/class-literal-property-style": "off",
      "@typescript-eslint/unbound-method": "off",
      // Handlers that throw what is no Error are among the cases.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      // Escape sequences are what a test of plain output looks for; an instance may stand in for a namespace.
      "no-control-regex": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // Casts say what a test means to pass, also where the compiler would let it through.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "off",
      "no-console": "off",
    },
  },
  {
    // The SDK marks its low-level Server, which it documents for servers like this one, as deprecated in favour of a class that compiles every tool per request.
    files: ["src/adapters/mcp-sdk/**", "src/server/**"],
    rules: { "@typescript-eslint/no-deprecated": "off" },
  },
  {
    // Plain JavaScript has no types to check with.
    files: ["**/*.mjs", "**/*.cjs", "**/*.js"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        performance: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
      },
    },
    rules: { "no-console": "off", "@typescript-eslint/no-empty-function": "off", "@typescript-eslint/no-extraneous-class": "off" },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { globals: { require: "readonly", module: "writable", __dirname: "readonly", __filename: "readonly" } },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
);
