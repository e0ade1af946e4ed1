export type { CallToolResult, Tool, Transport } from "@modelcontextprotocol/client";
export { Client, InMemoryTransport } from "@modelcontextprotocol/client";
export { McpServer } from "@modelcontextprotocol/server";
