import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AllowedRoots } from "../../../../examples/cloudg/src/data/allowed-roots.js";
import { readDatasetFile } from "../../../../examples/cloudg/src/data/dataset-file.js";
import { DatasetError } from "../../../../examples/cloudg/src/data/errors.js";
import { fixtureText } from "./support.js";

let base: string;
let root: string;
let outside: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "cloudg-data-")));
  root = path.join(base, "root");
  outside = path.join(base, "outside");
  mkdirSync(path.join(root, "sub"), { recursive: true });
  mkdirSync(outside);
  // A neighbour whose name begins like the root's.
  mkdirSync(path.join(base, "root-2"));
  for (const file of ["root/a.json", "root/sub/b.json", "outside/secret.json", "root-2/c.json"]) writeFileSync(path.join(base, file), fixtureText("cloudg"));
  symlinkSync(path.join(outside, "secret.json"), path.join(root, "link.json"));
  symlinkSync(outside, path.join(root, "linked"));
  symlinkSync(path.join(root, "a.json"), path.join(root, "inside.json"));
  symlinkSync("loop.json", path.join(root, "loop.json"));
  symlinkSync(root, path.join(base, "alias"));
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

const roots = (): AllowedRoots => AllowedRoots.of([root], root);

async function refusal(file: string, allowed = roots()): Promise<DatasetError> {
  const error: unknown = await readDatasetFile(file, "x", allowed).then(
    () => new Error(`${file} was loaded`),
    (reason: unknown) => reason,
  );
  if (error instanceof DatasetError) return error;
  throw error;
}

describe("readDatasetFile", () => {
  it("reads below a root by relative and absolute path, and names the source relative to it", async () => {
    const dataset = await readDatasetFile("sub/b.json", "mine", roots());
    expect(dataset).toMatchObject({ name: "mine", source: path.join("sub", "b.json"), kind: "cloudg" });
    expect(dataset.loadedAt).toBe(new Date(dataset.loadedAt).toISOString());
    expect((await readDatasetFile(path.join(root, "a.json"), "x", roots())).source).toBe("a.json");
    expect((await readDatasetFile(path.join(root, "sub", "..", "a.json"), "x", roots())).source).toBe("a.json");
  });

  it("follows a link that stays inside", async () => {
    expect((await readDatasetFile("inside.json", "x", roots())).source).toBe("a.json");
  });

  it("has one version for one content", async () => {
    const [one, other] = [await readDatasetFile("a.json", "x", roots()), await readDatasetFile("sub/b.json", "y", roots())];
    expect(one.version).toBe(other.version);
    writeFileSync(path.join(root, "changed.json"), `${fixtureText("cloudg")}\n`);
    expect((await readDatasetFile("changed.json", "x", roots())).version).not.toBe(one.version);
  });

  it("finds a relative path below any root, and below a root that is a link", async () => {
    expect((await readDatasetFile("b.json", "x", AllowedRoots.of([outside, path.join(root, "sub")], base))).source).toBe("b.json");
    const alias = AllowedRoots.of([path.join(base, "alias")], base);
    expect((await readDatasetFile(path.join(base, "alias", "a.json"), "x", alias)).source).toBe("a.json");
    expect((await refusal(path.join(base, "alias", "none.json"), alias)).reason).toBe("not-found");
  });

  it.each([
    ["an absolute path outside", () => path.join(outside, "secret.json")],
    ["dots that lead outside", () => "../outside/secret.json"],
    ["a neighbour with the root's name in front", () => "../root-2/c.json"],
    ["a link to a file outside", () => "link.json"],
    ["a link to a directory outside", () => "linked/secret.json"],
    ["a file outside that does not exist", () => path.join(outside, "nothing.json")],
    ["the directory above", () => ".."],
  ])("refuses %s, in the same words", async (_, file) => {
    const error = await refusal(file());
    expect(error.reason).toBe("outside-roots");
    expect(error.message).toBe(
      `Cannot load ${JSON.stringify(file())}: it is not below an allowed directory (${JSON.stringify(root)}). Move it there, or add its directory to CLOUDG_MCP_ALLOWED_ROOTS and restart.`,
    );
  });

  it.each([
    ["nothing.json", "not-found", "there is no such file"],
    ["a.json/x", "not-found", "there is no such file"],
    ["a\0.json", "not-found", "no file can have this name"],
    ["x".repeat(5000), "not-found", "no file can have so long a name"],
    ["sub", "not-a-file", "it is not a regular file"],
    [".", "not-a-file", "it is not a regular file"],
    ["", "not-a-file", "it is not a regular file"],
    ["loop.json", "not-a-file", "its symbolic links lead nowhere"],
  ])("refuses %#: %s", async (file, reason, problem) => {
    const error = await refusal(file);
    expect(error).toMatchObject({ reason, problem });
    expect(error.message.length).toBeLessThan(600);
  });

  it("refuses a pipe without waiting for a writer", async () => {
    execFileSync("mkfifo", [path.join(root, "pipe.json")]);
    expect((await refusal("pipe.json")).reason).toBe("not-a-file");
  });

  it("refuses a device", async () => {
    expect((await refusal("/dev/zero", AllowedRoots.of(["/dev"]))).reason).toBe("not-a-file");
  });

  it("refuses 200 MB by its size, before reading", async () => {
    const file = path.join(root, "large.json");
    writeFileSync(file, "");
    truncateSync(file, 200 * 1000 * 1000);
    const error = await refusal("large.json");
    expect(error.reason).toBe("too-large");
    expect(error.message).toBe(
      'Cannot load "large.json": it is 191 MiB large and at most 64 MiB are read. Load a smaller part, such as one state or one scan at a time.',
    );
  });

  it("says which file is wrong in itself", async () => {
    writeFileSync(path.join(root, "cut.json"), fixtureText("trivy").slice(0, 300));
    expect((await refusal("cut.json")).message).toMatch(
      /^Cannot load "cut.json": it is not JSON at line \d+, column \d+; it looks truncated: .* Copy or write the whole file again\.$/,
    );
    writeFileSync(path.join(root, "bin.json"), Buffer.from([1, 2, 0xfe, 0xff]));
    expect((await refusal("bin.json")).message).toBe('Cannot load "bin.json": it is not UTF-8 text. Save it as UTF-8 and load it again.');
  });
});

describe("AllowedRoots", () => {
  it("parses a list like a PATH; the working directory by default", () => {
    expect(AllowedRoots.parse(undefined, root).directories).toEqual([root]);
    expect(AllowedRoots.parse("", root).directories).toEqual([root]);
    expect(AllowedRoots.parse([root, "../outside", root].join(path.delimiter), root).directories).toEqual([root, outside]);
  });

  it("names an entry that is no directory", () => {
    for (const entry of ["nowhere", "a.json"]) {
      expect(() => AllowedRoots.parse(entry, root)).toThrow(
        `the allowed root ${JSON.stringify(path.join(root, entry))} is not a directory that can be read. Create it, or take it out of CLOUDG_MCP_ALLOWED_ROOTS.`,
      );
    }
  });

  it("allows everything below the root of the file system", () => {
    expect(AllowedRoots.of(["/"]).place("/etc/x")).toEqual({ real: "/etc/x", relative: "etc/x" });
  });
});
