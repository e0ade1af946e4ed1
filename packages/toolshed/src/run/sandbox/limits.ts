/** What a run may use. Exceeding a limit ends the run with an error that names it. */
export interface Limits {
  /** From start to end, including time spent waiting for tools and for a CPU. */
  readonly timeMs: number;
  /** CPU time for all turns together. Waiting for a CPU doesn't count. */
  readonly cpuMs: number;
  /** CPU time for parsing the script. */
  readonly parseMs: number;
  readonly memoryMb: number;
  readonly stackKb: number;
  /** Calls of tools and timers, all together. */
  readonly calls: number;
  /** Calls that have been made and not answered, sent or not. */
  readonly openCalls: number;
  /** Of all arguments and all results together. */
  readonly bytes: number;
  /** Of the arguments of one call, as JSON: the gateway's own thread parses and checks them. */
  readonly argumentBytes: number;
  /** Of the value, as JSON. */
  readonly outputBytes: number;
  /** Of all logs together, as JSON. */
  readonly logBytes: number;
}

export const defaultLimits: Limits = {
  timeMs: 120_000,
  // Several times what filling all of the memory takes, so that a script which does that gets this error.
  cpuMs: 5_000,
  parseMs: 3_000,
  memoryMb: 64,
  // At 512 KB nested native calls overflow the stack of the thread instead.
  stackKb: 256,
  calls: 10_000,
  openCalls: 1_000,
  bytes: 32 * 1024 * 1024,
  argumentBytes: 1024 * 1024,
  outputBytes: 4 * 1024 * 1024,
  logBytes: 1024 * 1024,
};

const mb = (bytes: number): string => `${bytes / (1024 * 1024)} MB`;

const messages = {
  time: ({ timeMs }) =>
    `time limit: the run took longer than ${timeMs / 1000} s, including time spent waiting`,
  cpu: ({ cpuMs }) => `CPU limit: the script computed for more than ${cpuMs / 1000} s`,
  memory: ({ memoryMb }) => `memory limit: the script needs more than ${memoryMb} MB`,
  stack: ({ stackKb }) => `stack limit: the script calls too deep for ${stackKb} KB of stack`,
  calls: ({ calls }) => `calls limit: the script made more than ${calls} calls`,
  "open calls": ({ openCalls }) =>
    `open calls limit: more than ${openCalls} calls were made concurrently; await some before making more`,
  bytes: ({ bytes }) =>
    `bytes limit: arguments and results came to more than ${mb(bytes)}; ask the tools for less`,
  output: ({ outputBytes, logBytes }) =>
    `output limit: the value may have ${mb(outputBytes)} and the logs ${mb(logBytes)}; return and log less`,
} satisfies Record<string, (limits: Limits) => string>;

export type LimitName = keyof typeof messages;
export const limitNames: readonly string[] = Object.keys(messages);

export const limitMessage = (name: LimitName, limits: Limits): string => messages[name](limits);
