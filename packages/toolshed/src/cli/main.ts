import { version } from "../version.ts";

export async function main(args: string[]): Promise<void> {
  // The reader may close the pipe early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`The output can't be written (${error.message}).\n`);
    process.exit(1);
  });
  if (args[0] === "--version" || args[0] === "-v") {
    process.stdout.write(`${version}\n`);
    return;
  }
  const { runProgram } = await import("./program.ts");
  try {
    await runProgram(args);
  } catch (error) {
    if ((error as { exitCode?: number }).exitCode === 0) return;
    const { reportFailure } = await import("./failure.ts");
    const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
    process.exit(reportFailure(error, own.includes("--json")));
  }
}
