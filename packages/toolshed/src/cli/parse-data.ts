import { UserError } from "../user-error.ts";

/** What `--data` was given. */
export function parseData(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new UserError(`--data takes JSON, such as --data '{ "name": "value" }'.`);
  }
}
