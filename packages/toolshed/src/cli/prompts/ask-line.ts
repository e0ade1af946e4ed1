import { createInterface } from "node:readline/promises";
import { printable } from "../print/printable.ts";

/** What the person at the terminal types. Nothing if they press Ctrl-C or close it instead. */
export function askLine(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise<string | undefined>((resolve) => {
    terminal.once("SIGINT", () => terminal.close());
    terminal.once("close", () => {
      process.stderr.write("\n");
      resolve(undefined);
    });
    terminal.question(printable(question)).then(resolve, () => resolve(undefined));
  }).finally(() => {
    terminal.removeAllListeners("close");
    terminal.close();
  });
}
