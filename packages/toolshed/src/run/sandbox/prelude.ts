import type { Limits } from "./limits.ts";

/** What the host calls in the VM. All of it goes as text, so that no object crosses over. */
export interface Bridge {
  /** Sets what differs from run to run, from JSON: the seed of its random numbers and its limits. */
  begin(json: string): void;
  /**
   * What has been made since the last time. Lines of: a limit that was passed; timers and cancelled timers as JSON; how
   * many logs there are; each log as JSON; and each call, with tabs between its id, its path in JSON and its arguments in JSON.
   */
  take(): string;
  /** Settles calls and timers, from JSON: `[[id, 1, value], [id, 0, "message"], …]`. */
  settle(json: string): void;
  /** The value as JSON in a JSON array, `[]` for undefined, or the name of a limit. */
  write(value: unknown): string;
  /** Name, message and stack of the thrown value, as JSON. */
  explain(thrown: unknown): string;
}

export interface Beginning {
  readonly seed: number;
  readonly limits: Pick<
    Limits,
    "calls" | "openCalls" | "bytes" | "argumentBytes" | "outputBytes" | "logBytes"
  >;
}

/**
 * Makes what the script finds in its VM. Its text is evaluated inside QuickJS before the script, so it may refer to nothing
 * outside itself, and keeps to itself whatever it needs later, since the script can change every global.
 */
export function prelude(): Bridge {
  const { stringify, parse } = JSON;
  const { defineProperty } = Object;
  const SavedPromise = Promise;
  const SavedError = Error;
  const SavedTypeError = TypeError;
  const SavedProxy = Proxy;
  const SavedString = String;
  const SavedNumber = Number;
  const { min, max, imul, trunc } = Math;
  const global = globalThis as unknown as Record<string, unknown>;

  interface OpenCall {
    readonly path: string;
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: Error) => void;
    /** Made with the call, where the stack still leads to its line. */
    readonly error: Error;
  }
  interface OpenTimer {
    readonly path?: undefined;
    readonly fire: () => void;
  }
  let limits = {} as Beginning["limits"];
  let randomState = 0;
  const pending = { __proto__: null } as unknown as Record<number, OpenCall | OpenTimer>;
  let lastId = 0;
  let open = 0;
  let bytes = 0;
  let logBytes = 0;
  // Texts instead of arrays: appending to an array can run a setter that the script has put on its prototype.
  // JSON has neither tabs nor line breaks in it, which keep them apart.
  const calls = createLines();
  const logs = createLines();
  let logCount = 0;
  let timers = "";
  let cancelled = "";
  let passed = "";

  /** QuickJS copies a text that it appends to: a long one is appended to seldom. */
  function createLines(): { add(line: string): void; take(): string } {
    let long = "";
    let short = "";
    return {
      add(line) {
        short += `${line}\n`;
        if (short.length < 2_000) return;
        long += short;
        short = "";
      },
      take() {
        const text = long + short;
        long = short = "";
        return text;
      },
    };
  }

  const append = (list: string, item: string): string => (list === "" ? item : `${list},${item}`);
  const define = (name: string, value: unknown): void => {
    defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false });
  };
  const limitPassed = (name: string): Error => {
    if (passed === "") passed = name;
    return new SavedError(`${name} limit`);
  };

  function count(): number {
    if (lastId >= limits.calls) throw limitPassed("calls");
    if (open >= limits.openCalls) throw limitPassed("open calls");
    lastId += 1;
    open += 1;
    return lastId;
  }

  /** What the second argument of a call asks for, as the rest of a line. */
  function connectionIn(options: unknown): string {
    if (options === undefined) return "";
    const name =
      typeof options === "object" ? (options as { connection?: unknown } | null)?.connection : null;
    if (name === undefined) return "";
    if (typeof name !== "string") throw new SavedTypeError('The second argument is { connection: "name" }');
    return `\t${stringify(name)}`;
  }

  let resolve: OpenCall["resolve"];
  let reject: OpenCall["reject"];
  const keepBoth = (first: OpenCall["resolve"], second: OpenCall["reject"]): void => {
    resolve = first;
    reject = second;
  };

  function callTool(
    path: string,
    pathJson: string,
    given: readonly unknown[],
    error: Error,
  ): Promise<unknown> {
    if (path.length > 1_000) throw new SavedTypeError("No tool has a path of more than 1,000 characters");
    const args = given[0] === undefined ? "{}" : (stringify(given[0]) ?? "null");
    const connection = connectionIn(given[1]);
    if (args.length > limits.argumentBytes)
      throw new SavedError(
        `The arguments of tools.${path} have more than ${limits.argumentBytes} characters`,
      );
    bytes += args.length + connection.length;
    if (bytes > limits.bytes) throw limitPassed("bytes");
    const id = count();
    calls.add(`${id}\t${pathJson}\t${args}${connection}`);
    const promise = new SavedPromise(keepBoth);
    pending[id] = { path, resolve, reject, error };
    return promise;
  }

  function fail({ path, error, reject }: OpenCall, message: string): void {
    defineProperty(error, "message", { value: message, configurable: true, writable: true });
    defineProperty(error, "name", { value: "ToolError", configurable: true, writable: true });
    defineProperty(error, "path", { value: path, configurable: true, enumerable: true });
    reject(error);
  }

  function toolsAt(path: string): unknown {
    const pathJson = stringify(path);
    const inner = { __proto__: null } as unknown as Record<string, unknown>;
    return new SavedProxy(() => {}, {
      get(_target, key) {
        // A promise is told from other things by its `then`; JSON asks for `toJSON`.
        if (typeof key !== "string" || key === "then") return undefined;
        if (key === "toJSON" || key === "toString") return () => `tools.${path}`;
        inner[key] ??= toolsAt(path === "" ? key : `${path}.${key}`);
        return inner[key];
      },
      apply: (_target, _self, given) => callTool(path, pathJson, given, new SavedError()),
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  }

  function show(value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "object" && value !== null) {
      if (value instanceof SavedError) return `${value.name}: ${value.message}`;
      try {
        return stringify(value) ?? SavedString(value);
      } catch {
        return "[an object that cannot be written as JSON]";
      }
    }
    return typeof value === "bigint" ? `${value}n` : SavedString(value);
  }

  const log =
    (level: string) =>
    (...values: unknown[]): void => {
      let message = "";
      for (let index = 0; index < values.length; index += 1) {
        message += (index > 0 ? " " : "") + show(values[index]);
      }
      const line = `{"level":"${level}","message":${stringify(message)}}`;
      // Each is followed by a comma and a line break.
      logBytes += line.length + 2;
      if (logBytes > limits.logBytes) throw limitPassed("output");
      logs.add(line);
      logCount += 1;
    };

  const startTimer = (action: unknown, delayMs: unknown = 0, ...values: unknown[]): number => {
    if (typeof action !== "function") throw new SavedTypeError("setTimeout needs a function");
    const id = count();
    timers = append(timers, `[${id},${min(max(trunc(SavedNumber(delayMs)) || 0, 0), 2_147_483_647)}]`);
    pending[id] = {
      fire() {
        action(...values);
      },
    };
    return id;
  };

  const stopTimer = (id: unknown): void => {
    // The ids of calls are numbers as well.
    if (typeof id !== "number" || pending[id] === undefined || pending[id].path !== undefined) return;
    delete pending[id];
    open -= 1;
    cancelled = append(cancelled, `${id}`);
  };

  // mulberry32: a run that is repeated gets the same numbers again.
  Math.random = () => {
    randomState = (randomState + 0x6d2b79f5) | 0;
    let mixed = imul(randomState ^ (randomState >>> 15), 1 | randomState);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  define("tools", toolsAt(""));
  define("console", {
    log: log("log"),
    info: log("info"),
    debug: log("debug"),
    warn: log("warn"),
    error: log("error"),
  });
  define("setTimeout", startTimer);
  define("clearTimeout", stopTimer);
  define("queueMicrotask", (action: () => void) => {
    // What it throws is the script's own unhandled rejection.
    // biome-ignore lint/nursery/noFloatingPromises: as in a browser, nobody waits for it
    SavedPromise.resolve().then(action);
  });

  return {
    begin(json) {
      const beginning = parse(json) as Beginning;
      limits = beginning.limits;
      randomState = beginning.seed;
    },
    take() {
      const text = `${passed}\n[${timers}]\n[${cancelled}]\n${logCount}\n${logs.take()}${calls.take()}`;
      timers = cancelled = "";
      logCount = 0;
      return text;
    },
    settle(json) {
      const settled = parse(json) as [number, 0 | 1, unknown][];
      for (let index = 0; index < settled.length; index += 1) {
        // By index: what destructuring iterates with is the script's to change.
        const entry = settled[index] as [number, 0 | 1, unknown];
        const waiting = pending[entry[0]];
        if (waiting === undefined) continue;
        delete pending[entry[0]];
        open -= 1;
        // What a timer's function throws must not keep the others from being settled.
        try {
          if (waiting.path === undefined) waiting.fire();
          else if (entry[1] === 1) waiting.resolve(entry[2]);
          else fail(waiting, entry[2] as string);
        } catch (error) {
          // biome-ignore lint/nursery/noFloatingPromises: that nobody handles it is the point
          SavedPromise.reject(error);
        }
      }
    },
    write(value) {
      const json = stringify(value, (_key, part) => (typeof part === "bigint" ? `${part}` : part));
      if (json === undefined) return "[]";
      return json.length > limits.outputBytes ? "output" : `[${json}]`;
    },
    explain(thrown) {
      const text = (read: () => unknown, cut: number): string => {
        try {
          const found = SavedString(read());
          return found.length > cut ? `${found.slice(0, cut)}…` : found;
        } catch {
          return "";
        }
      };
      const error = thrown instanceof SavedError ? thrown : undefined;
      const name = text(() => error?.name ?? "", 100);
      const message = text(() => (error ? error.message : show(thrown)), 4_000);
      const stack = text(() => error?.stack ?? "", 8_000);
      return `[${stringify(name)},${stringify(message)},${stringify(stack)}]`;
    },
  };
}
