import { version } from "../version.ts";
import { invocation, invoke, type Surroundings, type TerminalOutput } from "./invocation.ts";

/** Runs a command and resolves to its exit code. Without surroundings, it uses those of the process. */
export const run = (args: readonly string[], surroundings?: Surroundings): Promise<number> =>
  surroundings ? invoke(surroundings, () => runUntilWritten(args)) : runUntilWritten(args);

/** Also ends when standard output breaks, unless the command outlives that: the reader may close a pipe early, as `head` does. */
async function runUntilWritten(args: readonly string[]): Promise<number> {
  const current = invocation();
  const { stdout, stderr } = current;
  const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve, reject) => {
    const end = (error: NodeJS.ErrnoException) => {
      if (!current.outlivesOutput) resolve(error);
    };
    const finish = async () => {
      const code = await runCommand(args);
      const [error, reportError] = await Promise.all([flush(stdout), flush(stderr)]);
      if (!error) stdout.off("error", end);
      if (!reportError) stderr.off("error", ignore);
      resolve(error ? (stdout.errored ?? error) : code);
    };
    stdout.on("error", end);
    stderr.on("error", ignore);
    finish().catch(reject);
  });
  if (typeof outcome === "number") return outcome;
  if (outcome.code === "EPIPE" || outcome.code === "ERR_STREAM_DESTROYED") return 0;
  stderr.write(`The output can't be written (${outcome.message}).\n`);
  return 1;
}

async function runCommand(args: readonly string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-v") {
    invocation().stdout.write(`${version}\n`);
    return 0;
  }
  const { runProgram } = await import("./program.ts");
  try {
    await runProgram(args);
  } catch (error) {
    if ((error as { exitCode?: number }).exitCode === 0) return 0;
    const { reportFailure } = await import("./failure.ts");
    const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
    return reportFailure(error, own.includes("--json"));
  }
  return invocation().exitCode;
}

/** Resolves to an error if something written before got lost. */
const flush = (stream: TerminalOutput): Promise<NodeJS.ErrnoException | null | undefined> =>
  new Promise((resolve) => stream.write("", resolve));

const ignore = () => {};
