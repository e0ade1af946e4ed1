import { AsyncLocalStorage } from "node:async_hooks";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";

type TerminalInput = Readable & { isTTY?: boolean };
export type TerminalOutput = Writable & { isTTY?: boolean; columns?: number; rows?: number };

/** The streams, environment and folders that a command runs with. */
export interface Surroundings {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly env: NodeJS.ProcessEnv;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The user's home directory. */
  readonly home: string;
}

interface Invocation extends Surroundings {
  /** False if other commands may run in the same process. */
  readonly ownsProcess: boolean;
  /** True if the command continues after its standard output breaks. Others end, as `head` expects of them. */
  outlivesOutput: boolean;
  exitCode: number;
}

/** Opening a stream of the process takes time, so each waits for its first use. */
const ofProcess: Invocation = {
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  get env() {
    return process.env;
  },
  get cwd() {
    return process.cwd();
  },
  get home() {
    return homedir();
  },
  ownsProcess: true,
  outlivesOutput: false,
  exitCode: 0,
};

const running = new AsyncLocalStorage<Invocation>();

/** The command that is running. */
export const invocation = (): Invocation => running.getStore() ?? ofProcess;

/**
 * Gives a command its own streams and environment, so that several can run in one process. A command that owns the
 * process doesn't need this, and a gateway would pay for it with each promise.
 */
export const invoke = <Result>(surroundings: Surroundings, command: () => Result): Result =>
  running.run({ ...surroundings, ownsProcess: false, outlivesOutput: false, exitCode: 0 }, command);

/** A path from the command line. */
export const fromCwd = (path: string): string => resolve(invocation().cwd, path);
