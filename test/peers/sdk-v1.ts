export { Client } from "@modelcontextprotocol/sdk/client/index.js";
export { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
export { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
export { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
