import type { ChildProcessByStdio } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AccessDeniedError, AuditLog, InvalidArgumentsError, MCPLayerError, PromptSpec, RateLimitedError, ResourceTemplateSpec, ToolResult } from "cloudg-mcp";
import type { AnySpec, AuditLogOptions, LayerOptions, ToolContext } from "cloudg-mcp";
import { layerOf, resource, settled, template, tool, writer } from "./support.js";

let dir = "";
let files = 0;
const file = (): string => path.join(dir, `audit-${files++}.jsonl`);
beforeAll(() => void (dir = mkdtempSync(path.join(tmpdir(), "cloudg-audit-"))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Line = Record<string, unknown>;
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
/** Of a file that is being written to: its last line may be seen half done. */
const ends = (log: string): number => readFileSync(log, "utf8").split("\n").length - 1;
const read = (log: string): Line[] => linesOf(readFileSync(log, "utf8"));

function audited(specs: readonly AnySpec[], options: AuditLogOptions = {}, layerOptions: LayerOptions = {}) {
  const log = options.path ?? file();
  const audit = new AuditLog({ path: log, salt: "salt", ...options });
  return { log, audit, layer: layerOf(specs, [audit], layerOptions) };
}
const anything = { inputSchema: { type: "object" } } as const;

describe("a line", () => {
  it("has these fields, sorted, and no value", async () => {
    const { layer, log } = audited([tool("search", () => "found", { ...anything, sensitivity: "internal" })]);
    await layer.callTool("search", { word: "milk", filter: { b: [1, null], a: "x" } }, { context: { requestId: 7 } });
    const text = readFileSync(log, "utf8");
    const hash = (json: string): string => createHmac("sha256", "salt").update(json).digest("hex").slice(0, 16);
    expect(text.endsWith("}\n")).toBe(true);
    expect(Object.entries(JSON.parse(text) as Line)).toEqual(
      Object.entries({
        argument_hashes: { filter: hash('{"a":"x","b":[1,null]}'), word: hash('"milk"') },
        argument_keys: ["filter", "word"],
        duration_ms: expect.any(Number),
        error: null,
        event: "mcp.call",
        kind: "tool",
        name: "search",
        outcome: "ok",
        principal: "local",
        request_id: 7,
        sensitivity: "internal",
        transforms: [],
        ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      }),
    );
  });

  it("is there before the call is answered", async () => {
    const { layer, log } = audited([tool("t", () => "ok")]);
    for (let i = 1; i <= 3; i++) {
      await layer.callTool("t");
      expect(read(log)).toHaveLength(i);
    }
  });

  it("tells each outcome, with the code that the caller got", async () => {
    const fail = (name: string, error: unknown): AnySpec =>
      tool(name, () => {
        throw error;
      });
    const specs = [
      fail("denied", new AccessDeniedError("no")),
      fail("limited", new RateLimitedError("no")),
      fail("own", new MCPLayerError("no", { code: "secret-code" })),
      fail("broken", new Error("no")),
      tool("slow", () => new Promise((resolve) => setTimeout(resolve, 60)), { timeoutSeconds: 0.01 }),
      tool("says", () => ToolResult.error("no")),
      tool("strict", () => "ok", { inputSchema: { type: "object", properties: {}, additionalProperties: false } }),
      resource("note://broken", () => {
        throw new Error("no");
      }),
    ];
    const { layer, log } = audited(specs);
    for (const spec of specs.slice(0, 6)) await layer.callTool(spec.name);
    await layer.callTool("strict", { extra: 1 });
    await layer.callTool("slow", {}, { context: { signal: AbortSignal.abort() } });
    await layer.readResource("note://broken").catch(() => undefined);
    expect(read(log).map(({ name, outcome, error }) => [name, outcome, error])).toEqual([
      ["denied", "denied", -31001],
      ["limited", "rate_limited", -31029],
      ["own", "error", "other"],
      ["broken", "exception", "handler_error"],
      ["slow", "error", "timeout"],
      ["says", "error", null],
      ["strict", "rejected", -32602],
      ["slow", "cancelled", "cancelled"],
      ["note://broken", "exception", -32603],
    ]);
    await new Promise((resolve) => setTimeout(resolve, 70));
  });

  it("names a template instead of the URI, which is made of arguments", async () => {
    const completing = new ResourceTemplateSpec({
      name: "c",
      uriTemplate: "note://{id}/c",
      completions: { id: () => ["one"] },
      handler: () => "text",
    });
    const greet = new PromptSpec({ name: "greet", arguments: [{ name: "who", completion: () => [] }], handler: () => "hello" });
    const { layer, log } = audited([template("note://{id}/text", () => "text"), completing, greet]);
    await layer.readResource("note://secret-id/text");
    await layer.complete({ type: "ref/resource", uri: "note://{id}/c" }, { name: "id", value: "secret-id" });
    await layer.complete({ type: "ref/prompt", name: "greet" }, { name: "who", value: "secret-id" });
    await layer.getPrompt("greet", { who: "secret-id" });
    expect(read(log).map(({ kind, name, argument_keys }) => [kind, name, argument_keys])).toEqual([
      ["resourceTemplate", "note://{id}/text", ["id"]],
      ["completion", "note://{id}/c", ["id"]],
      ["completion", "greet", ["who"]],
      ["prompt", "greet", ["who"]],
    ]);
    expect(readFileSync(log, "utf8")).not.toContain("secret-id");
  });

  it("has the names of transforms", async () => {
    const outputFor = () => ({ names: ["mask"], apply: <T>(value: T): T => value });
    const { layer, log } = audited([tool("t", () => "ok")], {}, { transforms: { viewKey: () => "", inputFor: () => undefined, outputFor } });
    await layer.callTool("t");
    expect(read(log)[0]!["transforms"]).toEqual(["mask"]);
  });

  it("stays a readable line whatever callers send for names and ids", async () => {
    const { layer, log } = audited([tool("t", () => "ok", anything)]);
    const args = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}${"k".repeat(1000)}`, i]));
    await layer.callTool("t", args, { context: { requestId: "id\n\u2028".repeat(1000) } });
    await layer.callTool("t", JSON.parse('{"__proto__":1,"a\\n\\"b":2}') as Line);
    const [big, odd] = read(log);
    expect((big!["argument_keys"] as string[]).length).toBe(100);
    expect(JSON.stringify(big).length).toBeLessThan(60_000);
    expect((big!["request_id"] as string).length).toBe(201);
    expect(odd!["argument_keys"]).toEqual(["__proto__", 'a\n"b']);
    expect(Object.keys(odd!["argument_hashes"] as object)).toEqual(["__proto__", 'a\n"b']);
  });
});

describe("hashes", () => {
  it("are equal for equal values under one salt, whatever the order of keys, and differ under another", async () => {
    const hashes = async (options: AuditLogOptions, args: Line): Promise<unknown> => {
      const { layer, log } = audited([tool("t", () => "ok", anything)], options);
      await layer.callTool("t", args);
      return (read(log)[0]!["argument_hashes"] as Line)["a"];
    };
    const one = await hashes({}, { a: { x: 1, y: 2 } });
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashes({}, { a: { y: 2, x: 1 } })).toBe(one);
    expect(await hashes({ salt: new Uint8Array([1, 2, 3]) }, { a: { x: 1, y: 2 } })).not.toBe(one);
    expect(await hashes({}, { a: { x: 1, y: "2" } })).not.toBe(one);
    expect(await hashes({}, { a: new Map() })).toBeNull();
  });

  it("have a random salt for each log unless one is given", async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const log = file();
        const layer = layerOf([tool("t", () => "ok", anything)], [new AuditLog({ path: log })]);
        await layer.callTool("t", { a: 1 });
        return JSON.stringify(read(log)[0]!["argument_hashes"]);
      }),
    );
    expect(texts[0]).not.toBe(texts[1]);
  });

  it("are left out when asked to", async () => {
    const { layer, log } = audited([tool("t", () => "ok", anything)], { hashValues: false });
    await layer.callTool("t", { a: 1 });
    expect(read(log)[0]).toMatchObject({ argument_hashes: null, argument_keys: ["a"] });
  });
});

describe("no argument value", () => {
  it("is ever in the file, whatever a handler does with it", async () => {
    const ways: ((values: string[]) => unknown)[] = [
      (values) => values,
      (values) => Promise.reject(new Error(values.join())),
      (values) => Promise.reject(new MCPLayerError(values[0]!, { code: values[0]!, data: values })),
      (values) => Promise.reject(new AccessDeniedError(values[0]!, values)),
      (values) => Promise.reject(new InvalidArgumentsError(values.map((value) => ({ loc: value, msg: value, type: value })))),
      (values) => Promise.reject(Object.assign(new Error(), { name: values[0], code: values[0] })),
      (values) => ToolResult.error(values[0]!, { "cloudg/error_code": values[0], [values[0]!]: values }),
    ];
    const marked = fc.string({ minLength: 1, maxLength: 20 }).map((text) => `MARK${text}KRAM`);
    const value = fc.oneof(marked, fc.array(marked, { maxLength: 3 }), fc.dictionary(marked, marked, { maxKeys: 3 }));
    const { log, layer } = audited([
      tool("t", (_ctx: ToolContext, { way, ...args }: { way: number }) => ways[way % ways.length]!(stringsIn(args)), anything),
      tool("strict", () => "ok", { inputSchema: { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false } }),
      template("note://{id}/text", ({ id }) => {
        throw new Error(id);
      }),
    ]);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom("a", "b", "c"), value, { minKeys: 1 }), fc.nat(ways.length - 1), async (args, way) => {
        await layer.callTool("t", { ...args, way });
        await layer.callTool("strict", args);
        await layer.readResource(`note://${encodeURIComponent(stringsIn(args)[0] ?? "MARK")}/text`).catch(() => undefined);
      }),
      { numRuns: 150 },
    );
    const text = readFileSync(log, "utf8");
    expect(text).not.toContain("MARK");
    expect(linesOf(text).length).toBeGreaterThan(400);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    Array.isArray(value) ? stringsIn(inner) : [...(key.startsWith("MARK") ? [key] : []), ...stringsIn(inner)],
  );
}

describe("the file", () => {
  it("is its owner's alone, and is appended to", async () => {
    const log = file();
    for (let i = 1; i <= 2; i++) {
      const { layer } = audited([tool("t", () => "ok")], { path: log });
      await layer.callTool("t");
      await layer.close();
      expect(read(log)).toHaveLength(i);
    }
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  it("that ends inside a line does not take the next line with it", async () => {
    const log = file();
    writeFileSync(log, '{"ok":true}\n{"cut":');
    const { layer } = audited([tool("t", () => "ok")], { path: log });
    await layer.callTool("t");
    const lines = readFileSync(log, "utf8").split("\n");
    expect(lines.slice(0, 2)).toEqual(['{"ok":true}', '{"cut":']);
    expect(JSON.parse(lines[2]!)).toMatchObject({ name: "t" });
  });

  it("may be shared by two logs", async () => {
    const log = file();
    const layers = [1, 2].map(() => audited([tool("t", () => "ok")], { path: log }).layer);
    await Promise.all(Array.from({ length: 50 }, (_, i) => layers[i % 2]!.callTool("t")));
    expect(read(log)).toHaveLength(50);
  });

  it("has the calls that the closing layer ended", async () => {
    const { layer, log } = audited([tool("hang", () => new Promise(() => undefined), { timeoutSeconds: 0 })]);
    const call = layer.callTool("hang");
    await settled();
    await layer.close({ graceMs: 1 });
    await call;
    expect(read(log)).toMatchObject([{ name: "hang", outcome: "cancelled" }]);
  });

  it("that cannot be opened is met at once, and named", () => {
    expect(() => new AuditLog({ path: path.join(dir, "no", "such", "dir.jsonl") })).toThrow(/^The audit log .*dir\.jsonl cannot be opened: ENOENT/);
    expect(() => new AuditLog({ path: dir })).toThrow(/cannot be opened: EISDIR/);
  });
});

describe("trouble with the disk", () => {
  const specs = [tool("t", () => "ok"), writer("w", () => "ok")];

  it("never fails a call, is reported once, and again only after it had passed", async () => {
    // A link: the log opens its path anew when the file behind it is gone.
    const log = file();
    symlinkSync("/dev/full", log);
    const { layer, audit } = audited(specs, { path: log });
    for (let i = 0; i < 5; i++) expect((await layer.callTool("t")).isError).toBe(false);
    expect(layer.reported.map(String)).toEqual([expect.stringMatching(/The audit log cannot be written to .*: ENOSPC.*Calls go on, unrecorded until/)]);
    unlinkSync(log);
    audit.reopen();
    await layer.callTool("w");
    expect(read(log)).toEqual([{ event: "mcp.audit_gap", lost: 5, ts: expect.any(String) }, expect.objectContaining({ event: "mcp.call", name: "w" })]);
    await layer.callTool("t");
    expect(read(log)).toHaveLength(3);
    expect(layer.reported).toHaveLength(1);
    unlinkSync(log);
    symlinkSync("/dev/full", log);
    audit.reopen();
    await layer.callTool("t");
    await layer.callTool("t");
    expect(layer.reported).toHaveLength(2);
  });

  it("a directory that vanishes is survived, and found again when it is back", async () => {
    const folder = path.join(dir, "vanishing");
    mkdirSync(folder);
    const log = path.join(folder, "audit.jsonl");
    const { layer } = audited(specs, { path: log });
    await layer.callTool("t");
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (let i = 0; i < 3; i++) expect((await layer.callTool("t")).isError).toBe(false);
    expect(layer.reported.map(String)).toEqual([expect.stringContaining("ENOENT")]);
    mkdirSync(folder);
    await layer.callTool("w");
    expect(read(log)).toMatchObject([{ event: "mcp.audit_gap", lost: 3 }, { name: "w" }]);
  });
});

describe("a stream", () => {
  it("gets the lines, and stays open", async () => {
    const stream = new PassThrough();
    const layer = layerOf([tool("t", () => "ok")], [new AuditLog({ stream })]);
    await layer.callTool("t");
    await layer.close();
    expect(stream.writable).toBe(true);
    expect(linesOf(String(stream.read()))).toMatchObject([{ name: "t", outcome: "ok" }]);
  });

  it("whose reader is slow holds a bounded number of them; it is told how many are missing", async () => {
    const taken: string[] = [];
    let go: (() => void) | undefined;
    const stream = new Writable({
      write(chunk, _encoding, done) {
        taken.push(String(chunk));
        go = done;
      },
    });
    const layer = layerOf([tool("t", () => "ok", anything)], [new AuditLog({ stream, hashValues: false })]);
    const args = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}${"k".repeat(190)}`, 1]));
    for (let i = 0; i < 400; i++) await layer.callTool("t", args);
    expect(stream.writableLength).toBeLessThan(5 * 1024 * 1024);
    expect(layer.reported.map(String)).toEqual([expect.stringContaining("its reader is slow")]);
    const drain = async (): Promise<void> => {
      for (let done = go; done !== undefined; done = go) {
        go = undefined;
        done();
        await settled();
      }
    };
    await drain();
    await layer.callTool("t");
    await drain();
    const lines = linesOf(taken.join(""));
    const [gap, ...none] = lines.filter(({ event }) => event === "mcp.audit_gap");
    expect([gap!["lost"], none]).toEqual([401 - (lines.length - 1), []]);
  });

  it("that fails or ends never fails a call", async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
    const layer = layerOf([tool("t", () => "ok")], [new AuditLog({ stream })]);
    for (let i = 0; i < 3; i++) {
      expect((await layer.callTool("t")).isError).toBe(false);
      await settled();
    }
    expect(layer.reported.map(String)).toEqual([expect.stringContaining("EPIPE")]);
    await layer.close();
  });
});

describe("a process", () => {
  const fixture = fileURLToPath(new URL("../../fixtures/middleware/audited.ts", import.meta.url));

  /** Ready when it has made its first call. */
  const start = (log: string, pauseMs: number) =>
    ready(spawn(process.execPath, ["--import", "tsx", fixture, log, String(pauseMs)], { stdio: ["ignore", "pipe", "pipe"] }));

  async function ready(child: ChildProcessByStdio<null, Readable, Readable>) {
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += String(chunk)));
    const exited = new Promise((resolve) => child.once("exit", resolve));
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      void exited.then(() => reject(new Error(errors)));
    });
    return { child, exited, errors: () => errors };
  }

  it("killed in the middle of a flood leaves complete lines only", async () => {
    const log = file();
    let last = 0;
    for (const afterMs of [0, 3, 7]) {
      const size = existsSync(log) ? statSync(log).size : 0;
      const { child, exited } = await start(log, 0);
      while (statSync(log).size < size + 50_000) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill("SIGKILL");
      await exited;
      const text = readFileSync(log, "utf8");
      expect(text.endsWith("\n")).toBe(true);
      const lines = linesOf(text);
      expect(lines.length).toBeGreaterThan(last + 50);
      expect(lines.slice(last).map((line) => line["request_id"])).toEqual(lines.slice(last).map((_, i) => i));
      last = lines.length;
    }
  });

  it("completes the line that the disk took half of, once there is room again", async () => {
    const log = file();
    // A limit on the size of files: the system writes what fits, then refuses.
    const limited = ["-c", 'trap "" XFSZ; ulimit -S -f 4; exec "$0" "$@"', process.execPath, "--import", "tsx", fixture, log, "1"];
    const { child, exited, errors } = await ready(spawn("sh", limited, { stdio: ["ignore", "pipe", "pipe"] }));
    while (!errors().includes("EFBIG")) await new Promise((resolve) => setTimeout(resolve, 10));
    const text = readFileSync(log, "utf8");
    expect([text.length % 512, text.endsWith("\n")]).toEqual([0, false]);
    execFileSync("prlimit", ["--pid", String(child.pid), "--fsize=unlimited:"]);
    for (let i = 0; i < 500 && statSync(log).size < text.length + 2000; i++) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGKILL");
    await exited;
    const lines = read(log);
    expect(readFileSync(log, "utf8").startsWith(text)).toBe(true);
    expect(lines.filter(({ event }) => event === "mcp.audit_gap")).toHaveLength(1);
    expect(errors().match(/EFBIG/g)).toHaveLength(1);
  });

  it("opens a new file on SIGHUP, and loses no line over it", async () => {
    const log = file();
    const { child, exited, errors } = await start(log, 2);
    const moved = `${log}.1`;
    renameSync(log, moved);
    const before = ends(moved);
    for (let i = 0; i < 500 && ends(moved) < before + 3; i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(existsSync(log)).toBe(false);
    child.kill("SIGHUP");
    for (let i = 0; i < 500 && (!existsSync(log) || ends(log) < 3); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    const rotated = readFileSync(moved, "utf8");
    child.kill("SIGKILL");
    await exited;
    expect(readFileSync(moved, "utf8")).toBe(rotated);
    const ids = [...read(moved), ...read(log)].map((line) => line["request_id"]);
    expect(ids).toEqual(ids.map((_, i) => i));
    expect(read(log).length).toBeGreaterThanOrEqual(3);
    expect(errors()).toBe("");
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });
});

describe("options", () => {
  it.each<[unknown, string]>([
    [{ path: "" }, "path is the path of a file"],
    [{ path: 5 }, "path is the path of a file"],
    [{ path: "a", stream: process.stderr }, "AuditLog takes a path or a stream, not both"],
    [{ stream: "stderr" }, "stream is a writable stream"],
    [{ salt: "" }, "salt is a text or bytes, not empty"],
    [{ salt: 5 }, "salt is a text or bytes"],
    [{ hashValues: "no" }, 'hashValues is true or false; it is "no"'],
    [{ file: "x" }, 'AuditLog has no option "file"; it has path, stream, salt, hashValues'],
  ])("%j is refused", (options, message) => {
    expect(() => new AuditLog(options as never)).toThrow(TypeError);
    expect(() => new AuditLog(options as never)).toThrow(message);
  });
});
