export { Client } from "@modelcontextprotocol/sdk/client/index.js";
export { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
export { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
export { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
export { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
export type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
export type {
  CallToolResult,
  ReadResourceResult,
  Tool,
  ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
export {
  CallToolResultSchema,
  ElicitRequestSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListRootsRequestSchema,
  ReadResourceResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
