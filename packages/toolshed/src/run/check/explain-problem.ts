import { noModules } from "../sandbox/sandbox.ts";

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
export function explainProblem(message: string): string {
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
