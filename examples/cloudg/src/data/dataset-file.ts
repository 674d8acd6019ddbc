/** Reads one file from below the allowed roots, and nothing else whatever its links say, into a dataset: the first stage of loading. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import type { AllowedRoots, RootedPath } from "./allowed-roots.js";
import { loadDocument } from "./detect.js";
import { DatasetError } from "./errors.js";
import { parseJsonBytes } from "./json-text.js";
import type { Dataset } from "./model.js";

export const MAX_BYTES = 64 * 1024 * 1024;

/**
 * @param file As the caller named it: absolute, or relative to the working directory or a root.
 * @throws DatasetError naming the file, what is wrong and what to do; see `DatasetErrorReason`.
 */
export async function readDatasetFile(file: string, name: string, roots: AllowedRoots): Promise<Dataset> {
  try {
    const place = await findFile(file, roots);
    return buildDataset(await readBytes(place), { name, source: place.relative });
  } catch (error) {
    throw asDatasetError(error, file);
  }
}

/** A dataset from the bytes of a file. @throws DatasetError */
export function buildDataset(bytes: Uint8Array, { name, source }: Pick<Dataset, "name" | "source">): Dataset {
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { name, source, ...loadDocument(parseJsonBytes(bytes)), loadedAt: new Date().toISOString(), version };
}

async function findFile(file: string, roots: AllowedRoots): Promise<RootedPath> {
  if (file.includes("\0")) throw new DatasetError("not-found", "no file can have this name", "Give the path of a file.");
  const outside = new DatasetError(
    "outside-roots",
    `it is not below an allowed directory (${roots.describe()})`,
    "Move it there, or add its directory to CLOUDG_MCP_ALLOWED_ROOTS and restart.",
  );
  let missing: unknown = outside;
  for (const candidate of roots.candidates(file)) {
    try {
      const place = roots.place(await realpath(candidate));
      if (place !== undefined) return place;
    } catch (error) {
      // Whether a file exists outside the roots is nobody's business: there, absent and forbidden read alike.
      if (roots.covers(candidate)) missing = error;
    }
  }
  throw missing;
}

async function readBytes({ real }: RootedPath): Promise<Uint8Array> {
  // Asked before opening: opening a device can act on it. O_NONBLOCK: a pipe that takes the file's place must not hold us up.
  if (!(await lstat(real)).isFile()) throw notAFile();
  const handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return await readWhole(handle, await checkOpened(handle, real));
  } finally {
    await handle.close();
  }
}

/** What was opened must be a regular file of bearable size, and still be what stands at the checked path. Returns its size. */
async function checkOpened(handle: FileHandle, real: string): Promise<number> {
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) throw notAFile();
  const standing = (await realpath(real)) === real ? await lstat(real, { bigint: true }) : undefined;
  if (standing?.ino !== opened.ino || standing.dev !== opened.dev) throw changed();
  if (opened.size > MAX_BYTES) {
    const mib = Math.ceil(Number(opened.size) / 1024 / 1024);
    throw new DatasetError(
      "too-large",
      `it is ${mib} MiB large and at most ${MAX_BYTES / 1024 / 1024} MiB are read`,
      "Load a smaller part, such as one state or one scan at a time.",
    );
  }
  return Number(opened.size);
}

/** Reads what the file's size promised, and refuses a file that turns out longer. */
async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length <= size) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length !== size) throw changed();
  return buffer.subarray(0, size);
}

function notAFile(): DatasetError {
  return new DatasetError("not-a-file", "it is not a regular file", "Give the path of a JSON file, not of a directory, pipe or device.");
}

function changed(): DatasetError {
  return new DatasetError("changed", "it changed while it was being read", "Load it again once it is written completely.");
}

/** Anything that is neither ours nor the file system's is a bug, and passes as it is. */
function asDatasetError(error: unknown, file: string): unknown {
  if (error instanceof DatasetError) return error.about(file);
  const code = typeof error === "object" && error !== null && "code" in error && "syscall" in error ? String(error.code) : undefined;
  return code === undefined ? error : fileSystemError(code).about(file);
}

function fileSystemError(code: string): DatasetError {
  if (code === "ENOENT" || code === "ENOTDIR")
    return new DatasetError("not-found", "there is no such file", "Check the path; a relative one starts at the working directory or at an allowed directory.");
  if (code === "ENAMETOOLONG") return new DatasetError("not-found", "no file can have so long a name", "Give the path of a file.");
  if (code === "EACCES" || code === "EPERM")
    return new DatasetError("unreadable", "the server may not read it", "Give the server's user permission to read it.");
  if (code === "ELOOP") return new DatasetError("not-a-file", "its symbolic links lead nowhere", "Give the path of the file itself.");
  return new DatasetError("unreadable", `the system refuses to read it (${code})`, "Check the file and its disk, then load it again.");
}
