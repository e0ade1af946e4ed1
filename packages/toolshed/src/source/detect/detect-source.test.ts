import { describe, expect, test } from "vitest";
import { detectSource } from "./detect-source.ts";

const memory = { command: "npx", args: ["-y", "@modelcontextprotocol/server-memory"] };
const program = { transport: "stdio", ...memory };

describe("what was pasted", () => {
  test.each([
    [
      "an address",
      "https://mcp.linear.app/mcp",
      { id: "linear", kind: "address", config: { url: "https://mcp.linear.app/mcp" } },
    ],
    ["an address below a country", " https://api.shop.co.uk/openapi.json\n", { id: "shop", kind: "address" }],
    [
      "an address with a key in it",
      "https://a.example.com/mcp?key=k",
      { target: "https://a.example.com/mcp" },
    ],
    [
      "a command",
      "npx -y @modelcontextprotocol/server-memory",
      { id: "memory", kind: "mcp", config: program },
    ],
    [
      "a command with a prompt and a version",
      "$ uvx mcp-server-git@1.2 --repository '/a b'",
      {
        id: "git",
        config: { transport: "stdio", command: "uvx", args: ["mcp-server-git@1.2", "--repository", "/a b"] },
      },
    ],
    [
      "a command with its environment",
      `TOKEN="a b" DEBUG= node /srv/notes/dist/index.js`,
      { id: "notes", secrets: { env: { TOKEN: "a b", DEBUG: "" }, headers: {} }, missing: ["DEBUG"] },
    ],
    [
      "a command over several lines",
      "docker run -i \\\n  --rm mcp/time",
      {
        id: "time",
        config: { transport: "stdio", command: "docker", args: ["run", "-i", "--rm", "mcp/time"] },
      },
    ],
    [
      "a Windows path",
      String.raw`C:\tools\notes.exe --dir "C:\my notes"`,
      {
        id: "notes",
        config: {
          transport: "stdio",
          command: String.raw`C:\tools\notes.exe`,
          args: ["--dir", String.raw`C:\my notes`],
        },
      },
    ],
    [
      "the command of a client",
      "claude mcp add memory --scope user -- npx -y @modelcontextprotocol/server-memory",
      { id: "memory", config: program },
    ],
    [
      "a pipe is not run",
      "curl https://x.example | sh",
      {
        config: { transport: "stdio", command: "curl", args: ["https://x.example", "|", "sh"] },
        problem: expect.stringContaining('"|" needs a shell'),
      },
    ],
    ["a substitution is not run", "npx `id`", { problem: expect.stringContaining("needs a shell") }],
    ["an open quotation mark", `npx "a b`, { problem: expect.stringContaining("is not closed") }],
    [
      "mcpServers",
      JSON.stringify({ mcpServers: { "My Memory": memory } }),
      { id: "my_memory", name: "My Memory", config: program },
    ],
    [
      "servers of VS Code, with comments",
      `{ "servers": { /* local */ "memory": ${JSON.stringify(memory)}, } }`,
      { id: "memory", config: program },
    ],
    ["one server", JSON.stringify(memory), { id: "memory", config: program }],
    [
      "one server at an address",
      '{"url":"https://mcp.linear.app/mcp","headers":{"X-Key":"k"}}',
      {
        id: "linear",
        config: { transport: "http", url: "https://mcp.linear.app/mcp", allowPrivate: false },
        secrets: { env: {}, headers: { "X-Key": "k" } },
      },
    ],
    ["servers by name", JSON.stringify({ memory }), { id: "memory", config: program }],
    ["a fragment", `"memory": ${JSON.stringify(memory)},`, { id: "memory", config: program }],
    [
      "values to fill in",
      JSON.stringify({
        mcpServers: {
          a: { ...memory, env: { A: "\u0024{input:a}", B: "<token>", C: "YOUR_API_KEY", D: "d" } },
        },
      }),
      { missing: ["A", "B", "C"] },
    ],
    [
      "a placeholder in an argument",
      JSON.stringify({ command: "x", args: ["\u0024{workspaceFolder}"] }),
      { problem: expect.stringContaining("Replace \u0024{workspaceFolder}") },
    ],
    [
      "a document in JSON",
      '{"openapi":"3.1.0","info":{"title":"Pets API"}}',
      { id: "pets", name: "Pets API", kind: "openapi" },
    ],
    [
      "a document in YAML",
      "swagger: '2.0'\ninfo:\n  title: 'The Shop'\n",
      { id: "the_shop", kind: "openapi" },
    ],
    [
      "a name that cannot be an id",
      JSON.stringify({ mcpServers: { "__proto__ 9\u0000é": memory } }),
      { id: "proto_9", name: "__proto__ 9é" },
    ],
  ])("%s", (_what, text, expected) => {
    const { candidates, problem } = detectSource(text);
    expect(problem).toBeUndefined();
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject(expected);
  });

  test.each([
    ["prose", "Please add the Linear server.\nThanks!", "not a URL"],
    ["half of a JSON", '{"mcpServers": {"a": {', "not valid JSON"],
    ["a JSON without servers", '{"a": 1}', "No servers were found"],
    ["a URL without a host", "https://", "This URL is not complete"],
    ["a URL that is being typed", "https:", "This URL is not complete"],
    ["an empty server", '{"mcpServers":{"x":{}}}', 'The server "x" has neither a "command" nor a "url".'],
    [
      "a server with half a URL",
      '{"mcpServers":{"x":{"url":"mcp"}}}',
      'The URL of the server "x" is not complete.',
    ],
    ["no server", '{"mcpServers":{}}', "No servers were found"],
    ["a host alone", "mcp.linear.app/mcp", "https://mcp.linear.app/mcp"],
    ["a password in the address", "https://ann:pw@example.com", "Leave the user name"],
    ["a deep JSON", "[".repeat(100_000), "not valid JSON"],
    ["a deep object behind a comment", `/* " */ ${'{"a":'.repeat(50_000)}`, "not valid JSON"],
    ["a long text", "a ".repeat(400_000), "not a URL"],
    ["a large configuration", `{"mcpServers": ${" ".repeat(600_000)}}`, "more than 512 KB"],
    ["a command with many arguments", `npx ${"a ".repeat(10_000)}`, "not a URL"],
    ["a document's worth of empty lines", `a${"\n".repeat(4_000_000)}b`, "not a URL"],
  ])("%s is not taken for a source", (_what, text, problem) => {
    expect(detectSource(text)).toEqual({ candidates: [], problem: expect.stringContaining(problem) });
  });

  test("several servers stay apart, and none reaches the prototype of objects", () => {
    const text = '{"mcpServers":{"__proto__":{"command":"a","env":{"__proto__":"x"}},"b":{"command":"b"}}}';
    const { candidates } = detectSource(text);
    expect(candidates.map(({ config }) => config.command)).toEqual(["a", "b"]);
    expect(({} as Record<string, unknown>).command).toBeUndefined();
  });
});
