import type { ClientCapabilities } from "@modelcontextprotocol/server";

/** Whether a client has said that it can be sent this request of a server. */
export function canAsk(
  capabilities: ClientCapabilities | undefined,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): boolean {
  const { elicitation, sampling, roots } = capabilities ?? {};
  if (method === "roots/list") return roots !== undefined;
  if (method === "sampling/createMessage") return sampling !== undefined;
  if (method !== "elicitation/create" || elicitation === undefined) return false;
  if (params.mode === "url") return elicitation.url !== undefined;
  // Clients before 2025-11-25 had nothing but forms to name.
  return elicitation.form !== undefined || elicitation.url === undefined;
}
