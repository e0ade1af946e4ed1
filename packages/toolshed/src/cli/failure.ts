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
  return explainSqliteError(error, homeFolder(invocation())) ?? error.stack ?? error.message;
}
