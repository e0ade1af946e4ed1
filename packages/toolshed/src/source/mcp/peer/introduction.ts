import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
} from "@modelcontextprotocol/client";
import { version } from "../../../version.ts";
import type { SourceCall } from "../../source.ts";

/** How the gateway tells servers who it is. */
export const clientInfo = { name: "toolshed", title: "Toolshed", version } as const;

/** Tells a server that Views can be shown, so that it offers them. */
const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/** All that one caller or another can be asked. Those who cannot say so in their answer. */
export const capabilities: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: true },
  extensions,
};

/** What a call adds to the params of its requests: what its caller can be asked, has answered and wants to know. */
export function paramsOf({ messages, passage, canAsk }: SourceCall): Record<string, unknown> {
  const level = messages && { [LOG_LEVEL_META_KEY]: messages.level };
  if (passage?.round) {
    const { meta, inputResponses, requestState } = passage.round;
    return {
      _meta: { ...meta, ...level },
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
  }
  if (passage?.ask) return level ? { _meta: level } : {};
  // Other callers do not meet the server through an endpoint of its own: they know forms at most.
  const own = canAsk ? { elicitation: { form: {} }, extensions } : { extensions };
  return { _meta: { ...level, [CLIENT_CAPABILITIES_META_KEY]: own } };
}
