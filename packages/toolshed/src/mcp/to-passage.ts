import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import type { Passage } from "../source/source.ts";
import type { CallContext } from "./answer-call.ts";

/** A client of the newer revision brings everything with its request, unless a person has to be asked in between. */
export function toPassage(
  { mcpReq }: CallContext,
  era: "modern" | "legacy",
  asksPerson: boolean,
): Passage | undefined {
  if (era === "legacy") {
    return {
      era,
      ask: async (method, params) =>
        (await mcpReq.send({ method, params } as never)) as Record<string, unknown>,
    };
  }
  if (asksPerson) return undefined;
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
