import { homeFolder } from "../home/home.ts";
import { explainSqliteError } from "../store/sqlite/explain-sqlite-error.ts";
import { UserError } from "../user-error.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { invocation } from "./invocation.ts";
import { printable } from "./print/printable.ts";
import { style } from "./print/style.ts";

/** What is told about an error that ended a command: a sentence, or with `--json` a document, on standard error. */
export function reportFailure(error: unknown, asJson: boolean): number {
  const code = error instanceof UserError ? (error.code ?? "failed") : "failed";
  const message = printable(toMessage(error as NodeJS.ErrnoException));
  const { stderr } = invocation();
  stderr.write(
    asJson ? `${JSON.stringify({ error: { message, code } })}\n` : `${style("red", message, stderr)}\n`,
  );
  return exitCodeOf(code);
}

function toMessage(error: NodeJS.ErrnoException): string {
  if (error instanceof UserError) return error.message;
  return (
    explainSqliteError(error, homeFolder(invocation())) ??
    explainSystemError(error) ??
    error.stack ??
    error.message
  );
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Free some space and try again",
  EDQUOT: "your disk quota is used up. Free some space and try again",
  EROFS: "the file system is read-only",
  EACCES: "permission denied. Check who owns it and its permissions",
  EPERM: "permission denied. Check who owns it and its permissions",
  ENOENT: "it doesn't exist, or it is a link to nothing",
  ENOTDIR: "a part of the path isn't a folder",
  EISDIR: "it is a folder",
  ELOOP: "it is a link to itself",
  EMFILE: "too many files are open. Raise the limit with ulimit -n",
  ENFILE: "too many files are open on this machine",
  EIO: "the disk reports an error",
};

function explainSystemError({ code = "", syscall, path }: NodeJS.ErrnoException): string | undefined {
  const reason = systemReasons[code];
  if (reason === undefined || syscall === undefined) return undefined;
  return `Couldn't use ${path ?? "a file"}: ${reason}.`;
}
