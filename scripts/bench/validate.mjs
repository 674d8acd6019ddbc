/**
 * How long one validation of the `changes` tool's arguments takes: ours against class-transformer + class-validator, Ajv (coerceTypes, useDefaults) and zod 4.
 *
 *     npx tsc -p tsconfig.json && node scripts/bench/validate.mjs [--rounds 15] [--window 60]
 *
 * Rounds are interleaved in rotated order and every ratio is taken within its round, so that a machine that slows down slows everybody down.
 */
import "reflect-metadata";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { Ajv } from "ajv";
import { plainToInstance, Type } from "class-transformer";
import { IsArray, IsIn, IsInt, IsISO8601, IsOptional, Max, Min, ValidateNested, validateSync } from "class-validator";
import { z } from "zod";
import { compileArguments, compileAttempt } from "../../dist/schema/argument-validator.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" }, window: { type: "string", default: "60" } } });
const rounds = Number(values.rounds);
const windowMs = Number(values.window);

/** The golden `changes` schema, with the formats its DTO's decorators would give. */
const schema = {
  type: "object",
  properties: {
    window: {
      type: "object",
      properties: { start: { type: "string" }, end: { anyOf: [{ type: "string" }, { type: "null" }], default: null } },
      required: ["start"],
    },
    kinds: { type: "array", items: { type: "string", enum: ["asset", "edge"] }, default: ["asset"] },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 10 },
  },
  required: ["window"],
  additionalProperties: false,
};

class Window {
  constructor() {
    this.end = null;
  }
}

/** What `@IsInt() limit = 10` compiles to: a decorator is a function of prototype and property. */
function decorate(cls, property, ...decorators) {
  for (const decorator of decorators) decorator(cls.prototype, property);
}

class PeerWindow {
  constructor() {
    this.end = null;
  }
}
decorate(PeerWindow, "start", IsISO8601());
decorate(PeerWindow, "end", IsOptional(), IsISO8601());

class PeerArguments {
  constructor() {
    this.kinds = ["asset"];
    this.limit = 10;
  }
}
decorate(
  PeerArguments,
  "window",
  ValidateNested(),
  Type(() => PeerWindow),
);
decorate(PeerArguments, "kinds", IsArray(), IsIn(["asset", "edge"], { each: true }));
decorate(
  PeerArguments,
  "limit",
  Type(() => Number),
  IsInt(),
  Min(1),
  Max(100),
);

const ajv = new Ajv({ coerceTypes: true, useDefaults: true, allErrors: true }).compile(schema);
const zod = z.strictObject({
  window: z.object({ start: z.string(), end: z.string().nullable().default(null) }),
  kinds: z.array(z.enum(["asset", "edge"])).default(() => ["asset"]),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});
const contract = { schema, hydrate: [["/properties/window", Window]] };
const ours = compileArguments(contract);
const attempt = compileAttempt(contract);

/** Each returns whether the input was accepted. */
const SUBJECTS = {
  "cloudg-mcp": (input) => {
    try {
      return ours(input).limit > 0;
    } catch {
      return false;
    }
  },
  "cloudg-mcp, refusal returned": (input) => !(attempt(input) instanceof Error),
  "class-transformer + class-validator": (input) =>
    validateSync(plainToInstance(PeerArguments, input), { whitelist: true, forbidNonWhitelisted: true }).length === 0,
  // Ajv changes what it is given, so the caller's object is copied first, as cheaply as possible.
  "ajv (coerce, defaults; no instances)": (input) => ajv({ ...input, window: { ...input.window } }),
  "zod 4 (no instances)": (input) => zod.safeParse(input).success,
};

const INPUTS = {
  "valid, all given": { valid: true, input: { window: { start: "2026-01-01", end: "2026-02-01" }, kinds: ["asset", "edge"], limit: 5 } },
  "valid, coerced and defaults": { valid: true, input: { window: { start: "2026-01-01" }, limit: "5" } },
  "invalid, two problems": { valid: false, input: { window: { start: "2026-01-01", end: null }, kinds: ["asset", "x"], limit: 500 } },
};

let sink = 0;

function measure(subject, input) {
  const calls = 200;
  let done = 0;
  const start = performance.now();
  let now = start;
  while (now - start < windowMs) {
    for (let i = 0; i < calls; i++) sink += subject(input) ? 1 : 0;
    done += calls;
    now = performance.now();
  }
  return ((now - start) * 1000) / done;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function checkAnswers() {
  for (const [title, { valid, input }] of Object.entries(INPUTS)) {
    for (const [name, subject] of Object.entries(SUBJECTS)) {
      if (subject(input) !== valid) throw new Error(`${name} answers wrongly for "${title}"`);
    }
  }
}

function run({ input }) {
  const names = Object.keys(SUBJECTS);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) measure(SUBJECTS[name], input);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      times[name].push(measure(SUBJECTS[name], input));
    }
  }
  return times;
}

checkAnswers();
console.log(`node ${process.version}, ${rounds} rounds of ${windowMs} ms a subject; µs a call, × = median over the rounds of its time divided by ours\n`);
console.log("| arguments | subject | median µs | best µs | × ours |");
console.log("|---|---|---:|---:|---:|");
for (const [title, setup] of Object.entries(INPUTS)) {
  const times = run(setup);
  const base = times["cloudg-mcp"];
  for (const [name, own] of Object.entries(times)) {
    const ratio = median(own.map((time, round) => time / base[round]));
    console.log(`| ${title} | ${name} | ${median(own).toFixed(2)} | ${Math.min(...own).toFixed(2)} | ${ratio.toFixed(1)} |`);
  }
}
if (sink < 0) throw new Error("unreachable");
