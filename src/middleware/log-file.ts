/**
 * A file that lines are appended to. Each is one write of the system, made before the call it tells of is answered: a process that is killed loses
 * none that it has written, two processes may share the file, and a disk that is slow slows the calls down instead of filling the memory.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { LineSink } from "./line-sink.js";

/** How often it is asked whether the file has been deleted, in milliseconds. */
const CHECK_EVERY = 1000;
const NOTHING = Buffer.alloc(0);

export class LogFile implements LineSink {
  readonly name: string;
  #fd: number | undefined;
  #isClosed = false;
  #checkedAt = 0;
  /** The end of a line that the disk had no room for. */
  #rest: Buffer = NOTHING;

  /** @throws what the system says of a path that cannot be appended to. */
  constructor(path: string) {
    this.name = path;
    this.#fd = openForLines(path);
    this.#checkedAt = performance.now();
  }

  write(line: string): void {
    this.#leaveDeletedFile();
    this.#fd ??= openForLines(this.name);
    this.#writeRest(this.#fd);
    const bytes = Buffer.from(line);
    this.#rest = bytes;
    try {
      this.#writeRest(this.#fd);
    } catch (error) {
      // What has been begun is completed before the next line; what has not is lost.
      if (this.#rest.length === bytes.length) {
        this.#rest = NOTHING;
        throw error;
      }
    }
    // A call that was still running when everything else had stopped.
    if (this.#isClosed) this.#closeFile();
  }

  reopen(): void {
    this.#closeFile();
    this.#fd = openForLines(this.name);
  }

  close(): void {
    this.#isClosed = true;
    this.#closeFile();
  }

  /** Lines in a file without a name would be lost in silence. */
  #leaveDeletedFile(): void {
    const now = performance.now();
    if (this.#fd === undefined || now - this.#checkedAt < CHECK_EVERY) return;
    this.#checkedAt = now;
    const stats = fstatSync(this.#fd);
    if (stats.isFile() && stats.nlink === 0) this.#closeFile();
  }

  #writeRest(fd: number): void {
    while (this.#rest.length > 0) this.#rest = this.#rest.subarray(writeSync(fd, this.#rest));
  }

  #closeFile(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    this.#rest = NOTHING;
    if (fd !== undefined) closeSync(fd);
  }
}

/** Only the owner may read a file that is made here; one that exists keeps its mode. */
function openForLines(path: string): number {
  const fd = openSync(path, "a", 0o600);
  try {
    if (endsInsideLine(path, fstatSync(fd).size)) writeSync(fd, "\n");
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return fd;
}

/** A power cut, or a full disk before a kill, may have cut the last line: the next must not be lost with it. */
function endsInsideLine(path: string, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  try {
    const fd = openSync(path, "r");
    try {
      return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false; // Appended to, but not to be read by us: then nobody can tell.
  }
}
