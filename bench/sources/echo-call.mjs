/** What each call sends, and gets back from the servers of the benchmark. */
export const text = "x".repeat(100);

export const check = (answer) => {
  if (!answer.includes(`echo ${text}`)) throw new Error(`Unexpected answer: ${answer}`);
};
export const mcpCall = (name, args) => ({
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      },
      name,
      arguments: args,
    },
  }),
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  },
  check,
});
