const text = "x".repeat(100);
export const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};

/** The body and headers of a `tools/call` in the newest protocol. */
export const toolCall = (name, args, _meta = meta) => ({
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { _meta, name, arguments: args },
  }),
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  },
});

const requestFor = (path) => ({
  ...toolCall("call_tool", { path, arguments: { text } }),
  check(answer) {
    if (!answer.includes('\\"length\\": 100') && !answer.includes('"length":100'))
      throw new Error(`Unexpected answer: ${answer}`);
  },
});

/** One `call_tool` of the tool that gives back a text. */
export const callRequest = requestFor("bench.echo");
/** The same of one that may change something, and so is recorded before it runs too. */
export const changeRequest = requestFor("bench.change");
