import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { UserError } from "../user-error.ts";

/** The folder where one gateway keeps what is its own. */
export function homeFolder(environment: NodeJS.ProcessEnv): string {
  return resolve(environment.TOOLSHED_HOME || join(homedir(), ".toolshed"));
}

export function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `Cannot write to the home folder ${home} (${code}): set TOOLSHED_HOME to a folder you own.`,
    );
  }
}
