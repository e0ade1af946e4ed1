import { existsSync } from "node:fs";
import { UserError } from "../../user-error.ts";
import { fromCwd } from "../invocation.ts";
import { readText } from "./read-text.ts";

/** An OpenAPI document as it is named on the command line: the text of a file, or its URL. */
export function readDocument(given: string): { text: string } | { url: string } {
  if (existsSync(fromCwd(given))) return { text: readText(given) };
  if (/^https?:\/\//i.test(given)) return { url: given };
  throw new UserError(
    `The file ${given} does not exist. Give the path of an OpenAPI document, or a URL that starts with https://.`,
  );
}
