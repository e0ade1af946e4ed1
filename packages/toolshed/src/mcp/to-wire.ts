import { type CallToolResult, type InputRequiredResult, ProtocolError } from "@modelcontextprotocol/server";
import type { ToolResult } from "../call/tool-result.ts";

export function toWire(result: ToolResult): CallToolResult | InputRequiredResult {
  const { question, error } = result;
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  return (question ?? result) as CallToolResult | InputRequiredResult;
}
