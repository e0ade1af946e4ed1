import type { Tool } from "@modelcontextprotocol/server";
import { type CallOutcome, toToolResult } from "../../call/outcome.ts";
import type { ToolResult } from "../../call/tool-result.ts";
import { isObject } from "../../json/json-object.ts";
import type { Caller } from "../../policy/caller.ts";
import type { ClientChannel } from "../../source/source.ts";
import type { ListedTool, Visit } from "../listed-tool.ts";
import type { Handler, McpRequest } from "../protocol/endpoint.ts";
import type { Fields } from "../protocol/message.ts";
import { findHeaderMismatch } from "../protocol/parameter-headers.ts";
import { badRequest, errorCodes, invalidParams } from "../protocol/protocol-error.ts";
import type { Era } from "../protocol/versions.ts";
import type { ServeAsking } from "../questions/serve-asking.ts";

/** The tools of an endpoint that a caller may use now. */
export interface ToolSet {
  list(caller: Caller): Promise<readonly ListedTool[]> | readonly ListedTool[];
  find(name: string, caller: Caller): Promise<ListedTool | undefined> | ListedTool | undefined;
}

/** Called with what a client is sent. */
export type OnListed = (caller: Caller, tools: readonly Tool[]) => void;

/** `tools/list` and `tools/call` of an endpoint. */
export function toolHandlers(
  tools: ToolSet,
  serveAsking: ServeAsking,
  clientChannelOf?: (request: McpRequest) => ClientChannel,
  onListed?: OnListed,
): Record<"tools/list" | "tools/call", Handler> {
  return {
    async "tools/list"({ caller, era }) {
      const listed = (await tools.list(caller)).map((tool) => tool.listed);
      onListed?.(caller, listed);
      return { tools: era === "legacy" ? listed.map(toLegacyTool) : listed };
    },

    async "tools/call"(request) {
      const { params, caller, era, headers } = request;
      const { name, arguments: args } = params as { name: string; arguments?: Fields };
      const tool = await tools.find(name, caller);
      if (!tool) throw invalidParams(`Unknown tool: ${name}`);
      if (era === "modern" && headers) checkHeaders(tool, args, headers);
      return serveAsking(request, {
        subject: () => JSON.stringify([name, args]),
        mayAsk: true,
        clientChannel: clientChannelOf?.(request),
        run: async (visit) => toWire(await tool.run(args, visit), era, visit),
      });
    },
  };
}

function checkHeaders(
  { listed }: ListedTool,
  args: unknown,
  headers: NonNullable<McpRequest["headers"]>,
): void {
  const mismatch = findHeaderMismatch(listed.inputSchema, args, headers);
  if (mismatch === undefined) return;
  throw badRequest(errorCodes.headerMismatch, `Bad Request: ${mismatch}`);
}

/** Where a source is exposed as it is, its server's questions and errors reach the client unchanged. */
function toWire(outcome: CallOutcome, era: Era, { clientChannel }: Visit): object {
  if (outcome.kind === "question") return outcome.question;
  if (clientChannel && outcome.kind === "failed" && outcome.error) throw outcome.error;
  const result = toToolResult(outcome);
  return era === "legacy" ? toLegacyResult(result) : result;
}

/** Clients before 2026-07-28 accept only objects as structured content. */
function toLegacyResult(result: ToolResult): object {
  const { structuredContent: value, ...rest } = result;
  if (value === undefined || isObject(value)) return result;
  const isTold = rest.content.some(({ type }) => type === "text");
  return isTold
    ? rest
    : { ...rest, content: [...rest.content, { type: "text", text: JSON.stringify(value) }] };
}

function toLegacyTool(tool: Tool): Tool {
  const { outputSchema, ...rest } = tool;
  return outputSchema === undefined || outputSchema.type === "object" ? tool : rest;
}
