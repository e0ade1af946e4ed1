import {
  type Client,
  type CreateMessageResult,
  type ElicitRequest,
  type ElicitResult,
  type ListRootsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/client";
import type { ClientRoots, Passage, SourceCall } from "../source.ts";

const maxVisits = 100;

/**
 * Answers what a server asks during a call, by whoever has made that call. Nobody else is asked, but for the roots of the
 * client that has told of their change.
 */
export function answerRequests(
  client: Client,
  serving: () => SourceCall | undefined,
  changedRoots: () => ClientRoots | undefined,
): void {
  /** Who was sent to a page, by the ids of these visits: the server tells later when one is over. */
  const visits = new Map<unknown, Passage["tell"]>();

  client.setRequestHandler("elicitation/create", async ({ method, params }) => {
    const call = serving();
    if (!call?.passage?.ask) return elicit(call, params);
    if (params.mode === "url") remember(params.elicitationId, call.passage.tell);
    return (
      ((await call.passage.ask(method, { ...params })) as ElicitResult | undefined) ?? { action: "cancel" }
    );
  });
  client.setNotificationHandler("notifications/elicitation/complete", ({ method, params }) => {
    visits.get(params.elicitationId)?.({ method, params: { ...params } });
    visits.delete(params.elicitationId);
  });

  client.setRequestHandler("sampling/createMessage", async ({ method, params }) => {
    const answer = await serving()?.passage?.ask?.(method, { ...params });
    if (answer) return answer as unknown as CreateMessageResult;
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, "The caller of this tool has no model to ask");
  });

  client.setRequestHandler("roots/list", async ({ method, params }) => {
    const answer = (await changedRoots()?.list()) ?? (await serving()?.passage?.ask?.(method, { ...params }));
    if (answer) return answer as unknown as ListRootsResult;
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "The caller of this tool has no roots");
  });

  function remember(id: unknown, tell: Passage["tell"]): void {
    const [oldest] = visits.keys();
    if (visits.size >= maxVisits) visits.delete(oldest);
    if (id !== undefined && tell) visits.set(id, tell);
  }
}

/** Asks a person through an endpoint that knows forms only. */
async function elicit(call: SourceCall | undefined, params: ElicitRequest["params"]): Promise<ElicitResult> {
  if (!call || !("requestedSchema" in params)) return { action: "cancel" };
  const { message, requestedSchema } = params;
  const { action, content } = await call.elicit({ type: "form", message, schema: requestedSchema });
  if (action === "unavailable") return { action: "cancel" };
  return { action, ...(content && { content: content as Record<string, string> }) };
}
