import { format } from "node:util";
import { afterEach } from "vitest";

// A test that leaves an unhandled rejection or a console error behind fails,
// unless it expected the console error and replaced console.error itself.
const strays: string[] = [];

const consoleError = console.error;
console.error = (...args: unknown[]) => {
  strays.push(`console.error: ${format(...args)}`);
  consoleError(...args);
};

process.on("unhandledRejection", (reason) => {
  strays.push(`unhandled rejection: ${format(reason)}`);
});

afterEach(async () => {
  // Node reports an unhandled rejection only after the microtasks of its turn.
  await new Promise((resolve) => setImmediate(resolve));
  const found = strays.splice(0);
  if (found.length > 0) throw new Error(`The test left behind:\n${found.join("\n")}`);
});
