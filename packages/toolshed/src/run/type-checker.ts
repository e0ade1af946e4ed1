import { readFileSync } from "node:fs";
import { API, type Snapshot } from "typescript/unstable/async";

/** A mistake in a script: `start` and `end` count characters. */
export interface TypeProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface TypeChecker {
  /**
   * Checks a script beside declarations of what it finds in the global scope. One check at a time. Nothing means that
   * the check itself went beyond its time or memory.
   */
  check(script: string, declarations: string): Promise<TypeProblem[] | undefined>;
  close(): void;
}

const folder = "/toolshed";
const files = {
  config: `${folder}/tsconfig.json`,
  script: `${folder}/script.ts`,
  world: `${folder}/world.d.ts`,
};
const config = JSON.stringify({
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "esnext",
    moduleDetection: "force",
    types: [],
    noEmit: true,
    // What is not there, or not of the right type, is a mistake; what may be missing is the script's own concern.
    strict: true,
    strictNullChecks: false,
    strictPropertyInitialization: false,
    noImplicitAny: false,
    noImplicitThis: false,
    useUnknownInCatchVariables: false,
  },
  files: ["script.ts", "world.d.ts"],
});
const timeoutMs = 1_500;
const startMs = 10_000;
const maxMemoryMb = 400;
const watchMs = 25;
const maxProblems = 10;

interface Child {
  readonly api: API;
  readonly texts: Map<string, string>;
  snapshot: Snapshot | undefined;
  checks: number;
}

/** How many checks a child does before another takes its place: it keeps more than it needs. */
const maxChecks = 2_000;

/**
 * TypeScript's own checker in a child process, with a world that all scripts find. Its interface is not stable yet, so nothing but
 * this file knows of it, and the version is pinned.
 */
export function createTypeChecker(world: string): TypeChecker {
  let child: Child | undefined;

  function start(): Child {
    const texts = new Map([
      [files.config, config],
      [files.script, ""],
      [files.world, world],
    ]);
    const isOurs = (path: string) => path === folder || path.startsWith(`${folder}/`);
    const api = new API({
      cwd: folder,
      fs: {
        readFile: (path) => (isOurs(path) ? (texts.get(path) ?? null) : undefined),
        fileExists: (path) => (isOurs(path) ? texts.has(path) : undefined),
        directoryExists: (path) => (isOurs(path) ? path === folder : undefined),
        getAccessibleEntries: (path) =>
          isOurs(path)
            ? { files: [...texts.keys()].map((name) => name.slice(folder.length + 1)), directories: [] }
            : undefined,
        realpath: (path) => (isOurs(path) ? path : undefined),
      },
    });
    return { api, texts, snapshot: undefined, checks: 0 };
  }

  function end(old: Child): void {
    if (child === old) child = undefined;
    // Its pending answers never come: whoever waits for them has a time limit.
    processOf(old)?.kill("SIGKILL");
  }

  async function diagnose(current: Child, script: string, declarations: string): Promise<TypeProblem[]> {
    // In one file, after the script: with a single file changed, TypeScript keeps the rest of its program.
    current.texts.set(files.script, `${script}\n;declare global { ${declarations} }\n`);
    const before = current.snapshot;
    current.snapshot = await current.api.updateSnapshot(
      before ? { fileChanges: { changed: [files.script] } } : { openProjects: [files.config] },
    );
    void before?.dispose().catch(() => {});
    const program = current.snapshot.getProject(files.config)?.program;
    if (!program) throw new Error("TypeScript opened no project");
    const [syntactic, semantic] = await Promise.all([
      program.getSyntacticDiagnostics(files.script),
      program.getSemanticDiagnostics(files.script),
    ]);
    return [...syntactic, ...semantic]
      .filter(({ fileName, pos }) => fileName === files.script && pos <= script.length)
      .slice(0, maxProblems)
      .map(({ text, pos, end }) => ({ message: text, start: pos, end }));
  }

  async function check(script: string, declarations: string): Promise<TypeProblem[] | undefined> {
    child ??= start();
    const current = child;
    current.checks += 1;
    const isNew = current.snapshot === undefined;
    const diagnosing = diagnose(current, script, declarations);
    const problems = await Promise.race([
      diagnosing.catch(() => undefined),
      overrun(current, isNew ? startMs : timeoutMs, diagnosing),
    ]);
    if (problems === undefined || current.checks >= maxChecks) end(current);
    return problems;
  }

  return {
    check,
    close() {
      if (child) end(child);
    },
  };
}

/** Resolves when the check has gone beyond what it may use. */
function overrun(child: Child, limitMs: number, diagnosing: Promise<unknown>): Promise<undefined> {
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if ((memoryMb(processOf(child)?.pid) ?? 0) > maxMemoryMb) stop();
    }, watchMs);
    const timer = setTimeout(() => stop(), limitMs);
    const stop = () => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve(undefined);
    };
    diagnosing.then(stop, stop);
  });
}

/** Only Linux tells; elsewhere the time limit has to do. */
function memoryMb(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * 4096) / (1024 * 1024);
  } catch {
    return undefined;
  }
}

function processOf({ api }: Child): { pid?: number; kill(signal: string): void } | undefined {
  return (api as unknown as { client?: { process?: { pid?: number; kill(signal: string): void } } }).client
    ?.process;
}
