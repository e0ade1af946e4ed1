import { accessSync, constants, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../user-error.ts";

interface UserPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The user's home directory. */
  readonly home: string;
}

/** The folder where one gateway keeps what is its own. */
export const homeFolder = ({ env, cwd, home }: UserPlace): string =>
  resolve(cwd, env.TOOLSHED_HOME || join(home, ".toolshed"));

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
