import { closeSync, openSync, readSync } from "node:fs";
import { UserError } from "../../user-error.ts";
import { fromCwd } from "../invocation.ts";

/** Longer than the description of any API. */
const maxBytes = 64 * 1024 * 1024;

/** The text of a file that was named on the command line. */
export function readText(file: string): string {
  try {
    return readBounded(fromCwd(file), file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new UserError(`The file ${file} does not exist. Check the path and try again.`);
    throw new UserError(
      code === "EISDIR"
        ? `${file} is a folder. Give the path of a file in it.`
        : `Couldn't read ${file} (${code}). Check its permissions and try again.`,
    );
  }
}

/** A device may have no end. */
function readBounded(path: string, name: string): string {
  const descriptor = openSync(path, "r");
  try {
    const parts: Buffer[] = [];
    for (let total = 0; ; ) {
      const part = Buffer.allocUnsafe(1024 * 1024);
      const length = readSync(descriptor, part, 0, part.length, null);
      if (length === 0) return Buffer.concat(parts).toString("utf8");
      parts.push(part.subarray(0, length));
      total += length;
      if (total > maxBytes) throw new UserError(`${name} is larger than 64 MB. Give a smaller file.`);
    }
  } finally {
    closeSync(descriptor);
  }
}
