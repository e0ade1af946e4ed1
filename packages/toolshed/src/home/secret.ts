import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { UserError } from "../user-error.ts";
import { privateFile } from "./private-file.ts";

const minLength = 32;

/** TOOLSHED_SECRET, or one made on the first start and kept in the home. */
export function readSecret(home: string, environment: NodeJS.ProcessEnv): string {
  const given = environment.TOOLSHED_SECRET;
  if (given) {
    if (given.length >= minLength) return given;
    throw new UserError(
      `TOOLSHED_SECRET is shorter than ${minLength} characters: make one with "openssl rand -base64 32".`,
    );
  }
  const file = privateFile(join(home, "secret"));
  const kept = file.read();
  if (kept) return kept;
  const made = randomBytes(32).toString("base64url");
  file.write(made);
  return made;
}
