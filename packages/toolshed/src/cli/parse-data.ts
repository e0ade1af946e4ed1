import { UserError } from "../user-error.ts";

/** What `--data` was given. The gateway checks that it is an object. */
export function parseData(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new UserError(`--data takes JSON, such as --data '{ "name": "value" }'.`);
  }
}
