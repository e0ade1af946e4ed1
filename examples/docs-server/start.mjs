// An MCP server over stdio with the pages of docs/. Usage: node examples/docs-server/start.mjs, by an MCP client.
import { readdirSync, readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const folder = new URL("../../docs/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
const read = (name) => readFileSync(new URL(name, folder), "utf8");
const annotations = { readOnlyHint: true };

const server = new McpServer({ name: "docs", version: "1.0.0" });
server.registerTool(
  "list_pages",
  { description: "List the pages of Toolshed's documentation.", annotations },
  async () => toResult({ pages: names.map((name) => ({ name, title: /^# (.+)$/m.exec(read(name))?.[1] })) }),
);
server.registerTool(
  "search_pages",
  {
    description: "Find the lines of Toolshed's documentation that contain a text.",
    inputSchema: z.object({ text: z.string().min(1) }),
    annotations,
  },
  async ({ text }) => toResult({ lines: names.flatMap((name) => find(name, text)).slice(0, 20) }),
);
server.registerTool(
  "read_page",
  {
    description: "Read a page of Toolshed's documentation, as Markdown.",
    inputSchema: z.object({ name: z.enum(names) }),
    annotations,
  },
  async ({ name }) => ({ content: [{ type: "text", text: read(name) }] }),
);
await server.connect(new StdioServerTransport());

function find(name, text) {
  const lines = read(name).split("\n");
  return lines
    .map((line, index) => ({ name, number: index + 1, line }))
    .filter(({ line }) => line.toLowerCase().includes(text.toLowerCase()));
}

function toResult(structuredContent) {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
