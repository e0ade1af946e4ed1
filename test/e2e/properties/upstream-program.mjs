// An MCP server over stdio, without any library, that lists the tools of the file it is given and answers calls with
// whatever lines the arguments say.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const toolsFile = process.argv[2];
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") {
    const serverInfo = { name: "properties", version: "1" };
    const { protocolVersion } = params;
    say({ id, result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo } });
  } else if (method === "tools/list") {
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"tools":${readFileSync(toolsFile, "utf8")}}}\n`,
    );
  } else if (method === "tools/call") {
    for (const text of params.arguments.lines ?? ["PLAIN"]) {
      const result = '{"content":[{"type":"text","text":"done"}]}';
      const plain = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
      process.stdout.write(`${text.replaceAll("PLAIN", plain).replaceAll("ID", String(id))}\n`);
    }
  } else say({ id, error: { code: -32601, message: "Method not found" } });
});
