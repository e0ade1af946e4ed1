import { existsSync, readFileSync } from "node:fs";
import { UserError } from "../user-error.ts";

/** An OpenAPI document as it is named on the command line: the text of a file, or its URL. */
export function readDocument(given: string): { text: string } | { url: string } {
  if (existsSync(given)) return { text: readText(given) };
  if (/^https?:\/\//i.test(given)) return { url: given };
  throw new UserError(
    `The file ${given} does not exist. Give the path of an OpenAPI document, or a URL that starts with https://.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      code === "EISDIR"
        ? `${file} is a folder. Give the path of an OpenAPI document in it.`
        : `Couldn't read ${file} (${code}). Check its permissions and try again.`,
    );
  }
}
