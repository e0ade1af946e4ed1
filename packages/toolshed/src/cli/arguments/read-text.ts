import { readFileSync } from "node:fs";
import { UserError } from "../../user-error.ts";
import { fromCwd } from "../invocation.ts";

/** The text of a file that was named on the command line. */
export function readText(file: string): string {
  try {
    return readFileSync(fromCwd(file), "utf8");
  } catch (error) {
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
