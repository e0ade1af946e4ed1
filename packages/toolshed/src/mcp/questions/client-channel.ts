import { randomUUID } from "node:crypto";
import type { ClientChannel } from "../../source/source.ts";
import type { McpRequest } from "../protocol/endpoint.ts";
import { metaKeys } from "../protocol/envelope.ts";
import type { Fields } from "../protocol/message.ts";
import { canAsk } from "./can-ask.ts";

/**
 * The channel between a client and the server behind a source. Since 2026-07-28 everything comes with the request, unless
 * a person has to approve it first.
 */
export function clientChannelOf(request: McpRequest, asksPerson: boolean): ClientChannel {
  const { era, connection, client, params } = request;
  if (era === "legacy") {
    return {
      era,
      session: connection,
      async ask(method, params) {
        if (!connection || !canAsk(request, method, params)) return undefined;
        // Clients of older revisions need this id, which servers since 2026-07-28 do not send.
        const own = params.mode === "url" ? { elicitationId: randomUUID(), ...params } : { ...params };
        return connection.ask(method, own, request);
      },
      ...(connection && { tell: (notification) => connection.tell(notification) }),
    };
  }
  if (asksPerson) return { era };
  return {
    era,
    round: {
      meta: { [metaKeys.capabilities]: client.capabilities ?? {} },
      inputResponses: params.inputResponses as Fields | undefined,
      ...(typeof params.requestState === "string" && { requestState: params.requestState }),
    },
  };
}
