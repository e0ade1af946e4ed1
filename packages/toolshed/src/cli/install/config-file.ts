import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
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
/** Clients have a few kilobytes. */
const maxBytes = 5 * 1024 * 1024;

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export function readConfigFile(file: string): ConfigFile {
  if (!existsSync(file)) {
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new UserError(
        `${file} is a link that leads nowhere. Remove it, or give another file with --file.`,
      );
    return { target: file };
  }
  const target = realpathSync(file);
  const stats = statSync(target);
  if (!stats.isFile()) throw new UserError(`${file} is not a file. Give another one with --file.`);
  if (stats.size > maxBytes)
    throw new UserError(`${file} is too large to be a configuration. Give another one with --file.`);
  const bytes = explained(file, "read", () => readFileSync(target));
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes))
    throw new UserError(`${file} is not UTF-8 text. Nothing was changed. Save it as UTF-8 and try again.`);
  return { target, text, mode: stats.mode & 0o777 };
}

/** Which mode a file has after the change: one with a token is for its owner alone. */
export const modeFor = (mode: number | undefined, hasToken: boolean): number =>
  hasToken ? (mode ?? ownerOnly) & ~byOthers : (mode ?? ownerOnly);

/** Makes the folder of a file, and gives the outermost one that was missing. */
export function makeFolder(file: string): string | undefined {
  return explained(dirname(file), "written", () =>
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 }),
  );
}

/** Keeps a copy of the file as it is beside it, under a name that no other file has. Returns where. */
export function backUp({ target, text }: ConfigFile): string | undefined {
  if (text === undefined) return undefined;
  for (let count = 1; ; count++) {
    const backup = `${target}.toolshed-backup${count === 1 ? "" : `-${count}`}`;
    if (lstatSync(backup, { throwIfNoEntry: false })) continue;
    explained(backup, "written", () => copyFileSync(target, backup, constants.COPYFILE_EXCL));
    return backup;
  }
}

/** Says what is wrong with a file that the operating system refuses. */
function explained<Result>(file: string, action: "read" | "written", run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const isDenied = ["EACCES", "EPERM", "EROFS"].includes(code);
    throw new UserError(
      isDenied
        ? `${file} can't be ${action}: permission denied. Check who owns it and its folder, then try again.`
        : `${file} can't be ${action} (${message}).`,
    );
  }
}

/** Replaces the whole file atomically, unless it has changed since it was read. */
export function writeConfigFile(before: ConfigFile, text: string, mode: number): void {
  const { target } = before;
  const draft = `${target}.${process.pid}.toolshed`;
  try {
    explained(target, "written", () => writeFileSync(draft, text, { mode: ownerOnly }));
    keepOwner(target, draft, mode);
    if (readConfigFile(target).text !== before.text)
      throw new UserError(
        `${target} was changed by another program just now. Nothing was changed. Try again.`,
      );
    explained(target, "written", () => renameSync(draft, target));
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
