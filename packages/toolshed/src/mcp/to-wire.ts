import { type CallToolResult, type InputRequiredResult, ProtocolError } from "@modelcontextprotocol/server";
import type { ToolResult } from "../call/tool-result.ts";

export function toWire({ question, error, ...result }: ToolResult): CallToolResult | InputRequiredResult {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  return (question ?? result) as CallToolResult | InputRequiredResult;
}
