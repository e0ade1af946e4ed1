import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * The SDK judges every message by its schemas, on the main thread, and writes down all that is wrong with it: a few
 * megabytes of nonsense take many seconds. So what no honest server sends does not get that far.
 */
export function guardMessages(transport: Transport): void {
  let guarded = transport.onmessage && guard(transport.onmessage, transport);
  Object.defineProperty(transport, "onmessage", {
    get: () => guarded,
    set(next: Transport["onmessage"]) {
      // Those that take its place read the one before, and call it.
      guarded = next && guard(next, transport);
    },
    configurable: true,
  });
}

type Handler = NonNullable<Transport["onmessage"]>;

const guard =
  (handler: Handler, transport: Transport): Handler =>
  (message, extra) => {
    const problem = problemOf(message);
    if (problem === undefined) return handler(message, extra);
    const { id, method } = message as { id?: string | number; method?: string };
    if (id === undefined) return;
    const error = { code: invalidParams, message: problem };
    // To a request of the server's this is the answer; an answer of the server's fails the request it is for.
    if (method === undefined) handler({ jsonrpc: "2.0", id, error }, extra);
    else transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  };

const invalidParams = -32602;
/** Of what a server asks or tells: a form has some dozen fields, a conversation some hundred messages. */
const maxParts = 5_000;
const maxMessages = 1_000;
const maxEntries = 5_000;
const maxErrorLength = 2_000;

function problemOf(message: JSONRPCMessage): string | undefined {
  const { method, params, result, error } = message as Record<string, unknown>;
  if (method !== undefined)
    return countParts(params) > maxParts ? `${String(method).slice(0, 100)} is too large` : undefined;
  const text = (error as { message?: unknown } | undefined)?.message;
  if (typeof text === "string" && text.length > maxErrorLength && typeof error === "object" && error !== null)
    Object.assign(error, { message: `${text.slice(0, maxErrorLength)}…` });
  return typeof result === "object" && result !== null ? problemOfResult(result as Fields) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function problemOfResult({
  messages,
  prompts,
  resources,
  resourceTemplates,
  contents,
}: Fields): string | undefined {
  if (Array.isArray(messages) && messages.length > maxMessages) return "The server sent too many messages";
  for (const list of [prompts, resources, resourceTemplates, contents]) {
    if (!Array.isArray(list)) continue;
    if (list.length > maxEntries)
      return `The server sent a list of more than ${maxEntries} entries on one page`;
    if (!list.every(isNamed)) return "The server sent a list with entries that have no name";
  }
  return undefined;
}

const isNamed = (entry: unknown): boolean => {
  if (typeof entry !== "object" || entry === null) return false;
  const { name, uri, uriTemplate } = entry as Fields;
  return [name, uri, uriTemplate].some((text) => typeof text === "string");
};

/** Stops counting where it is too many. */
function countParts(value: unknown, counted = 0): number {
  if (typeof value !== "object" || value === null) return counted + 1;
  let count = counted + 1;
  for (const part of Object.values(value)) {
    if (count > maxParts) break;
    count = countParts(part, count);
  }
  return count;
}
