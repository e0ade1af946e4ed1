import type { McpClient } from "./mcp-client.ts";
import { uncheckedSchema } from "./unchecked-schema.ts";

type Listener = () => void;

const listenersOf = new WeakMap<McpClient, Map<string, Set<Listener>>>();

/**
 * Listens to a notification of the server. A client has room for one handler of a method, and a host may show several
 * Views of one server, so that handler is shared. Returns what ends the listening.
 */
export function listenToServer(client: McpClient, method: string, listener: Listener): () => void {
  const methods = listenersOf.get(client) ?? new Map<string, Set<Listener>>();
  listenersOf.set(client, methods);
  let listeners = methods.get(method);
  if (!listeners) {
    const shared = new Set<Listener>();
    listeners = shared;
    methods.set(method, shared);
    setHandler(client, method, () => {
      for (const listen of [...shared]) listen();
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setHandler(client: McpClient, method: string, handler: () => void): void {
  try {
    client.setNotificationHandler(method, handler);
  } catch {
    // SDK 1.x wants a schema where 2.x wants the method's name.
    client.setNotificationHandler({ ...uncheckedSchema, shape: { method: { value: method } } }, handler);
  }
}
