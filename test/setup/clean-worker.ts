import { setImmediate as nextTurn } from "node:timers/promises";
import { format } from "node:util";
import { afterAll, afterEach, vi } from "vitest";

// A test that leaves an unhandled rejection or a console error behind fails, unless it expected the console error and
// replaced console.error itself. Test files share their worker process, so its hooks are installed once.
const worker = globalThis as { strayErrors?: string[] };
worker.strayErrors ??= collectStrayErrors();
const { strayErrors } = worker;

function collectStrayErrors(): string[] {
  const found: string[] = [];
  const consoleError = console.error;
  console.error = (...args: unknown[]) => {
    found.push(`console.error: ${format(...args)}`);
    consoleError(...args);
  };
  process.on("unhandledRejection", (reason) => {
    found.push(`unhandled rejection: ${format(reason)}`);
  });
  return found;
}

afterEach(async () => {
  // Node reports an unhandled rejection only after the microtasks of its turn.
  await nextTurn();
  const found = strayErrors.splice(0);
  if (found.length > 0) throw new Error(`The test left behind:\n${found.join("\n")}`);
});

const environment = { ...process.env };
const fakeable = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "Date",
] as const;
const timers = Object.fromEntries(fakeable.map((name) => [name, globalThis[name]]));

// The next file in this worker finds the globals as this one did.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  // A spy on a fake timer restores the fake one.
  Object.assign(globalThis, timers);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
