import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { API, type Snapshot } from "typescript/unstable/async";
import { noModules } from "../sandbox/sandbox.ts";
import { worldDeclarations } from "./declarations.ts";

/** A mistake in a script: `start` and `end` count characters. */
export interface TypeProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
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
    // A missing name or a wrong type is a mistake; what may be missing is the script's own concern.
    strict: true,
    strictNullChecks: false,
    strictPropertyInitialization: false,
    noImplicitAny: false,
    noImplicitThis: false,
    useUnknownInCatchVariables: false,
  },
  files: ["script.ts", "world.d.ts"],
});
const maxProblems = 10;

/**
 * TypeScript's own checker, a native program, with a world that all scripts find. Its interface is not stable yet, so
 * nothing but this file knows of it, and the version is pinned. It may hang, and its client throws when the program
 * ends: this belongs in a job of its own process, whose environment and folder, both empty, the program inherits.
 */
export function createTypeChecker() {
  const texts = new Map([
    ...readLibrary("es2023"),
    [files.config, config],
    [files.script, ""],
    [files.world, worldDeclarations],
  ]);
  const folders = new Set([...texts.keys()].flatMap(foldersOf));
  // Each callback answers for every path: without an answer, the program would look at the disk.
  const api = new API({
    cwd: folder,
    fs: {
      readFile: (path) => texts.get(path) ?? null,
      fileExists: (path) => texts.has(path),
      directoryExists: (path) => folders.has(path),
      getAccessibleEntries: () => ({ files: [], directories: [] }),
      realpath: (path) => path,
    },
  });
  let snapshot: Snapshot | undefined;

  /** Checks a script beside declarations of what it finds in the global scope. One check at a time. */
  async function check(script: string, declarations: string): Promise<TypeProblem[]> {
    // In one file, after the script: with a single file changed, TypeScript keeps the rest of its program.
    texts.set(files.script, `${script}\n;declare global { ${declarations} }\n`);
    const before = snapshot;
    snapshot = await api.updateSnapshot(
      before ? { fileChanges: { changed: [files.script] } } : { openProjects: [files.config] },
    );
    const program = snapshot.getProject(files.config)?.program;
    if (!program) throw new Error("TypeScript opened no project");
    const [syntactic, semantic] = await Promise.all([
      program.getSyntacticDiagnostics(files.script),
      program.getSemanticDiagnostics(files.script),
      before?.dispose(),
    ]);
    return [...syntactic, ...semantic]
      .filter(({ fileName, pos }) => fileName === files.script && pos <= script.length)
      .slice(0, maxProblems)
      .map(({ text, pos, end }) => ({ message: explainProblem(text), start: pos, end }));
  }

  return {
    /** Starts TypeScript, so that the first check takes no longer than the next. */
    async open(): Promise<void> {
      await check("", "const tools: ToolsWorld");
      // Without it there is nothing to do here, and the next check finds another process.
      programOf(api)?.once("exit", () => process.exit(1));
    },
    check,
  };
}

const programOf = (api: API) => (api as unknown as { client?: { process?: ChildProcess } }).client?.process;

/** `/a/b/c.ts` is below `/`, `/a` and `/a/b`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/") || "/");
}

/** The declarations of a version of the language with all that they refer to, by the paths where TypeScript looks for them. */
function readLibrary(version: string): Map<string, string> {
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  const native = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const folder = join(dirname(createRequire(typescript).resolve(native)), "lib");
  const found = new Map<string, string>();
  // TypeScript adds this to each of them.
  const names = new Set(["decorators", "decorators.legacy", version]);
  for (const name of names) {
    const path = join(folder, `lib.${name}.d.ts`);
    const text = readFileSync(path, "utf8");
    found.set(path.replaceAll("\\", "/"), withoutAbsent(text));
    for (const [, next] of text.matchAll(/^\/\/\/\s*<reference lib="([\w.]+)"/gm)) names.add(next as string);
  }
  return found;
}

/** Takes out the values that scripts do not have. Their types stay, since other declarations refer to them. */
const withoutAbsent = (text: string): string =>
  text
    .replace(/^declare var (SharedArrayBuffer|Atomics|WeakRef|FinalizationRegistry): \w+;$/gm, "")
    // The members of `Intl`, the only ones that are indented like this.
    .replace(/^ {4}(?:var|const) (\w+): /gm, "    type $1Value = ")
    .replace(/^ {4}function (getCanonicalLocales|supportedValuesOf)\(.*$/gm, "");

/** What programs elsewhere find in their global scope, and scripts do not. */
const elsewhere = new Set(
  `Bun Buffer Deno Request Response Headers FormData Blob File WebSocket EventSource XMLHttpRequest AbortController Temporal
  Worker __dirname __filename alert clearImmediate clearInterval crypto describe document exports fetch global history it
  localStorage location module navigator performance process prompt require self sessionStorage setImmediate setInterval
  test window`.split(/\s+/),
);

/** TypeScript knows their types, to which other types refer. */
const withTypesOnly = new Set(["Intl", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry"]);

/** A message of TypeScript in the words of someone who writes a script: what to install or to configure does not help here. */
function explainProblem(message: string): string {
  const [, name] = /^Cannot find name '([^']+)'\./.exec(message) ?? [];
  const [, typeOnly] =
    /^(?:Cannot use namespace )?'(\w+)' (?:as a value|only refers to a type)/.exec(message) ?? [];
  const absent = name !== undefined && (elsewhere.has(name) || advice.test(message)) ? name : typeOnly;
  if (absent !== undefined && (absent === name || withTypesOnly.has(absent)))
    return `There is no \`${absent}\` in scripts.`;
  if (
    /module|type definition file|lib definition|declaration file|^File '/i.test(message) &&
    isImport(message)
  )
    return `${message.split(/(?<=['"]) or its |\. /, 1)[0]?.replace(/\.$/, "")}. ${noModules}`;
  const [, path] = /^Could not resolve the path '(.*?)' with the extensions: /s.exec(message) ?? [];
  if (path !== undefined) return `Cannot find file '${path}'. ${noModules}`;
  return message.replace(advice, "").trim();
}

/** What follows one of these is advice about a project, which scripts don't have. */
const advice =
  /\s*(Do you need to|Try `npm|Try changing|Did you mean to set|Consider (using|adding|setting)|There are types at|If the '.*' package).*$/s;

const isImport = (message: string): boolean =>
  /^(Cannot find (module|type definition file|lib definition)|Could not find a declaration file|File ')/.test(
    message,
  );
