import { randomUUID } from "node:crypto";
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import type { Passage } from "../source/source.ts";
import type { CallContext, Session } from "./call-context.ts";
import { canAsk } from "./can-ask.ts";

/** A client of the newer revision brings everything with its request, unless a person has to be asked in between. */
export function toPassage(
  { mcpReq }: CallContext,
  era: "modern" | "legacy",
  asksPerson: boolean,
  session?: Session,
): Passage {
  if (era === "legacy") {
    return {
      era,
      async ask(method, params) {
        if (!canAsk(session?.capabilities, method, params)) return undefined;
        // Servers of the newer revision have no such id; clients of the older ones insist on it.
        const own = params.mode === "url" ? { elicitationId: randomUUID(), ...params } : params;
        return (await mcpReq.send({ method, params: own } as never)) as Record<string, unknown>;
      },
      ...(session?.tell && { tell: session.tell }),
    };
  }
  if (asksPerson) return { era };
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const state = mcpReq.requestState();
  return {
    era,
    round: {
      meta: { [CLIENT_CAPABILITIES_META_KEY]: envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {} },
      inputResponses: mcpReq.inputResponses,
      ...(typeof state === "string" && { requestState: state }),
    },
  };
}
