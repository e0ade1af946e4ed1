/** A kind of work that may hang, trap or use up its memory, and so never runs on the main thread. */
export interface JobKind<Input, Output> {
  readonly name: string;
  /** The module that does it, below the folder of the built files: it exports `run`, and `warmUp` if it needs that. */
  readonly module: string;
  /**
   * A thread answers in a tenth of a millisecond and survives traps and stack overflows. A child process also survives
   * what ends a whole process: a heap that grows with the input, and other programs.
   */
  readonly host: "thread" | "child";
  /** How many can run concurrently. */
  readonly workers: number;
  /** CPU time for one job. */
  readonly cpuMs: number;
  /** How long one job may take, including time spent waiting for a worker to start and for a CPU. */
  readonly timeMs: number;
  readonly memoryMb: number;
  /** How far it stands back behind the gateway, from 0 to 19, where the system allows that. */
  readonly niceness: number;
  /** After how many jobs a worker is replaced: some libraries keep more than they need. */
  readonly maxJobs?: number;
  /** Whether it starts another program. */
  readonly startsPrograms?: boolean;
  /** The folders of packages that it imports: a child process can read no other files than theirs and ours. */
  packageFolders?(): readonly string[];
  /** Only for the compiler. */
  types?(input: Input): Output;
}

/** What a job's module exports. The values have to be plain data. */
export interface JobModule<Input, Output> {
  run(input: Input): Output | Promise<Output>;
  /** Runs before the first job, outside its time. */
  warmUp?(): Promise<void>;
}

/** `busy`: too many jobs of this user are waiting already. */
export type JobFailure = "cpu" | "time" | "memory" | "stack" | "crashed" | "cancelled" | "busy";

export type JobResult<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly failure: JobFailure };
