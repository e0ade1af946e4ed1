import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../../user-error.ts";

/** A configuration file as it is now. */
export interface ConfigFile {
  /** Where it really is, if a link leads there. */
  readonly target: string;
  /** Nothing if there is no file. */
  readonly text?: string;
  readonly mode?: number;
}

const ownerOnly = 0o600;
const byOthers = 0o077;

export const backupOf = (target: string): string => `${target}.toolshed-backup`;

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export function readConfigFile(file: string): ConfigFile {
  if (!existsSync(file)) return { target: file };
  const target = realpathSync(file);
  const bytes = readFileSync(target);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes))
    throw new UserError(`${file} is not UTF-8 text. Nothing was changed. Save it as UTF-8 and try again.`);
  return { target, text, mode: statSync(target).mode & 0o777 };
}

/** Which mode a file has after the change: one with a token is for its owner alone. */
export const modeFor = (mode: number | undefined, hasToken: boolean): number =>
  hasToken ? (mode ?? ownerOnly) & ~byOthers : (mode ?? ownerOnly);

/** Makes the folder of a file, and gives the outermost one that was missing. */
export function makeFolder(file: string): string | undefined {
  return mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/** Keeps a copy of the file as it is beside it. The first one stays. */
export function backUp({ target, text }: ConfigFile): void {
  const backup = backupOf(target);
  if (text !== undefined && !existsSync(backup)) copyFileSync(target, backup);
}

/** Replaces the whole file atomically, unless it has changed since it was read. */
export function writeConfigFile(before: ConfigFile, text: string, mode: number): void {
  const { target } = before;
  const draft = `${target}.${process.pid}.toolshed`;
  try {
    writeFileSync(draft, text, { mode: ownerOnly });
    keepOwner(target, draft, mode);
    if (readConfigFile(target).text !== before.text)
      throw new UserError(
        `${target} was changed by another program just now. Nothing was changed. Try again.`,
      );
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a file that we made, and the folders that we made for it as far as they are empty. */
export function removeConfigFile(target: string, outermost: string | undefined): void {
  rmSync(target);
  if (outermost === undefined) return;
  for (let folder = dirname(target); folder.startsWith(outermost); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function keepOwner(target: string, draft: string, mode: number): void {
  chmodSync(draft, mode);
  if (!existsSync(target)) return;
  const { uid, gid } = statSync(target);
  const own = statSync(draft);
  // Only root can give a file away; everyone else owns both.
  if (uid !== own.uid || gid !== own.gid) chownSync(draft, uid, gid);
}
