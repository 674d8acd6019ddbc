/** An empty temporary folder in which a check does what a stranger would do with the packed package. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** Files in it. */
  readonly files: readonly string[];
}

export class Sandbox {
  readonly folder: string;

  /** @param check The check's name, for messages. */
  constructor(private readonly check: string) {
    this.folder = mkdtempSync(path.join(tmpdir(), `cloudg-${check}-`));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the command prints. @throws where it exits with anything but 0. */
  run(command: string, args: readonly string[], { cwd = this.folder }: { readonly cwd?: string } = {}): string {
    return execFileSync(command, args, { cwd, encoding: "utf8", timeout: 180_000, stdio: ["ignore", "pipe", "inherit"] });
  }

  /** What the command prints on stderr, whatever it exits with. */
  runForStderr(args: readonly string[], { cwd = this.folder }: { readonly cwd?: string } = {}): string {
    return execFileSync("sh", ["-c", '"$0" "$@" 2>&1 >/dev/null || true', process.execPath, ...args], { cwd, encoding: "utf8", timeout: 180_000 });
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** `npm pack` of the package in `folder`, as it is. */
  pack(folder: string): Packed {
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", this.folder];
    const [packed] = JSON.parse(this.run("npm", args, { cwd: folder })) as { filename: string; files: { path: string }[] }[];
    return { tarball: path.join(this.folder, packed!.filename), files: packed!.files.map((file) => file.path) };
  }

  install(packages: readonly string[], { cwd = this.folder, save = true }: { readonly cwd?: string; readonly save?: boolean } = {}): void {
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...(save ? [] : ["--no-save"])];
    this.run("npm", ["install", ...flags, ...packages], { cwd });
  }

  expect(holds: boolean, what: string): void {
    if (!holds) throw new Error(`check-${this.check}: expected that ${what}`);
  }

  say(text: string): void {
    process.stderr.write(`check-${this.check}: ${text}\n`);
  }
}
