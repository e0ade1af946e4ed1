import { describe, expect, test } from "vitest";
import { clientIds } from "../../source/clients/client-ids.ts";
import { type ClientMachine, clientFiles, clients } from "../../source/clients/clients.ts";
import { addEntry, findEntry, removeEntry, revertInsertions } from "./edit-config.ts";

const machine: ClientMachine = { platform: "linux", home: "/home/ann", folder: "/work", environment: {} };
const http = { url: "http://127.0.0.1:7420/api/mcp", headers: { Authorization: "Bearer tsk_x" } };
const stdio = { command: "node", args: ["toolshed.js", "serve"], env: { TOOLSHED_HOME: "/data" } };

/** A configuration as each client documents it, and the entry that it documents for a server. */
const documented: Record<string, { file: string; http?: object; stdio: object }> = {
  "claude-code": {
    file: '{\n  "numStartups": 3,\n  "mcpServers": {\n    "sentry": {\n      "type": "http",\n      "url": "https://mcp.sentry.dev/mcp"\n    }\n  },\n  "projects": {}\n}\n',
    http: { type: "http", ...http },
    stdio: { type: "stdio", ...stdio },
  },
  "claude-desktop": {
    file: '{\n  "mcpServers": {\n    "filesystem": {\n      "command": "npx",\n      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/ann/Desktop"]\n    }\n  }\n}\n',
    stdio,
  },
  cursor: {
    file: '{\n  "mcpServers": {\n    "server-name": {\n      "url": "http://localhost:3000/mcp",\n      "headers": {\n        "API_KEY": "value"\n      }\n    }\n  }\n}\n',
    http,
    stdio,
  },
  vscode: {
    file: '{\n\t"inputs": [\n\t\t{ "type": "promptString", "id": "key", "description": "Key", "password": true },\n\t],\n\t"servers": {\n\t\t// Remote\n\t\t"github": {\n\t\t\t"type": "http",\n\t\t\t"url": "https://api.githubcopilot.com/mcp"\n\t\t},\n\t}\n}\n',
    http: { type: "http", ...http },
    stdio: { type: "stdio", ...stdio },
  },
  codex: {
    file: 'model = "gpt-5"\n\n[mcp_servers.context7]\ncommand = "npx"\nargs = ["-y", "@upstash/context7-mcp"]\n\n[mcp_servers.context7.env]\nMY_ENV_VAR = "MY_ENV_VALUE"\n',
    http: { url: http.url, http_headers: http.headers },
    stdio,
  },
  goose: {
    file: '# Model Configuration\nGOOSE_PROVIDER: "anthropic"\n\n# Extensions Configuration\nextensions:\n  developer:\n    bundled: true\n    enabled: true\n    name: developer\n    timeout: 300\n    type: builtin\n  \n  memory:\n    bundled: true\n    enabled: true\n    name: memory\n    timeout: 300\n    type: builtin\n',
    http: { type: "streamable_http", uri: http.url, headers: http.headers, enabled: true, name: "toolshed" },
    stdio: { type: "stdio", cmd: "node", args: stdio.args, envs: stdio.env, enabled: true, name: "toolshed" },
  },
  windsurf: {
    file: '{\n  "mcpServers": {\n    "remote": {\n      "serverUrl": "https://example.com/mcp"\n    }\n  }\n}\n',
    http: { serverUrl: http.url, headers: http.headers },
    stdio,
  },
  zed: {
    file: '// Zed settings\n//\n// For information on how to configure Zed, see the Zed\n// documentation: https://zed.dev/docs/configuring-zed\n{\n  "ui_font_size": 16,\n  "context_servers": {\n    "local-mcp-server": {\n      "command": "some-command",\n      "args": ["arg-1", "arg-2"],\n      "env": {},\n    },\n  },\n}\n',
    http,
    stdio,
  },
  gemini: {
    file: '{\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "mcpServers": {\n    "pythonTools": {\n      "command": "python",\n      "args": ["-m", "my_mcp_server"],\n      "trust": false\n    }\n  }\n}\n',
    http: { httpUrl: http.url, headers: http.headers },
    stdio,
  },
};

describe.each(clients)("$name", (client) => {
  const { id, format, container } = client;
  const place = { file: "the file", format, container };
  const given = documented[id];
  if (!given) throw new Error(`no configuration of ${id}`);

  test.each([
    ["http", client.http?.(http, "toolshed"), given.http],
    ["stdio", client.stdio(stdio, "toolshed"), given.stdio],
  ])("takes an entry for %s, and the rest of its file stays", (_, entry, wanted) => {
    if (entry === undefined) return expect(wanted).toBeUndefined();
    expect(entry).toMatchObject(wanted ?? {});
    const { text, insertions } = addEntry(place, given.file, "toolshed", entry);
    expect(findEntry(place, text, "toolshed")).toEqual(entry);
    expect(text.split("\n")).toEqual(
      expect.arrayContaining(given.file.split("\n").filter((line) => /\/\/|#/.test(line))),
    );
    expect(revertInsertions(text, insertions)).toBe(given.file);
    expect(removeEntry(place, text, "toolshed", false)).toBe(given.file);
    return undefined;
  });
});

test("lists each client that can be named", () => {
  expect(clients.map(({ id }) => id)).toEqual(clientIds);
});

test("knows where each client keeps its configuration", () => {
  const filesOn = (platform: NodeJS.Platform, environment = {}) =>
    clientFiles({ ...machine, platform, environment }).map(({ client, file }) => `${client.id} ${file}`);
  expect(filesOn("linux")).toEqual([
    "claude-code /home/ann/.claude.json",
    "claude-code /work/.mcp.json",
    "claude-desktop /home/ann/.config/Claude/claude_desktop_config.json",
    "cursor /home/ann/.cursor/mcp.json",
    "cursor /work/.cursor/mcp.json",
    "vscode /home/ann/.config/Code/User/mcp.json",
    "vscode /work/.vscode/mcp.json",
    "codex /home/ann/.codex/config.toml",
    "codex /work/.codex/config.toml",
    "goose /home/ann/.config/goose/config.yaml",
    "windsurf /home/ann/.codeium/windsurf/mcp_config.json",
    "zed /home/ann/.config/zed/settings.json",
    "zed /work/.zed/settings.json",
    "gemini /home/ann/.gemini/settings.json",
    "gemini /work/.gemini/settings.json",
  ]);
  const support = "/home/ann/Library/Application Support";
  expect(filesOn("darwin")).toEqual(
    expect.arrayContaining([
      `claude-desktop ${support}/Claude/claude_desktop_config.json`,
      `vscode ${support}/Code/User/mcp.json`,
      "goose /home/ann/.config/goose/config.yaml",
      "zed /home/ann/.config/zed/settings.json",
    ]),
  );
  expect(filesOn("win32", { APPDATA: "/roaming" })).toEqual(
    expect.arrayContaining([
      "claude-desktop /roaming/Claude/claude_desktop_config.json",
      "vscode /roaming/Code/User/mcp.json",
      "goose /roaming/Block/goose/config/config.yaml",
      "zed /roaming/Zed/settings.json",
    ]),
  );
  expect(filesOn("linux", { CODEX_HOME: "/codex", CLAUDE_CONFIG_DIR: "/claude" })).toEqual(
    expect.arrayContaining(["codex /codex/config.toml", "claude-code /claude/.claude.json"]),
  );
});
