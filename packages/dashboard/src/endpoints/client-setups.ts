export interface SetupInput {
  /** Without the token. */
  readonly url: string;
  readonly token: string;
  /** With the token in it. */
  readonly mcpUrl: string;
}

export interface ClientSetup {
  readonly id: string;
  readonly name: string;
  /** Where the text goes. */
  readonly where: string;
  /** With the token in a header, which keeps it out of logs and histories. */
  readonly withHeader: (input: SetupInput) => string;
  readonly withUrl: (input: SetupInput) => string;
  /** A link that opens the client and adds the server there. */
  readonly install?: (input: SetupInput) => string;
}

const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const authorization = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Both clients show the server and ask before they add it. */
const cursorLink = ({ url, token }: SetupInput): string => {
  const config = btoa(JSON.stringify({ url, headers: authorization(token) }));
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name: "toolshed", config })}`;
};
const vsCodeLink = ({ url, token }: SetupInput): string => {
  const server = { name: "toolshed", type: "http", url, headers: authorization(token) };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
};

/** How to configure an endpoint in each client. */
export const clientSetups: readonly ClientSetup[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    where: "Run this in a terminal.",
    withHeader: ({ url, token }) =>
      `claude mcp add --transport http toolshed ${url} \\\n  --header "Authorization: Bearer ${token}"`,
    withUrl: ({ mcpUrl }) => `claude mcp add --transport http toolshed ${mcpUrl}`,
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    where:
      "Settings, Developer, Edit Config opens claude_desktop_config.json. It starts programs only, so mcp-remote makes the connection.",
    withHeader: ({ url, token }) =>
      json({
        mcpServers: {
          toolshed: {
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", `Authorization: Bearer ${token}`],
          },
        },
      }),
    withUrl: ({ mcpUrl }) =>
      json({ mcpServers: { toolshed: { command: "npx", args: ["-y", "mcp-remote", mcpUrl] } } }),
  },
  {
    id: "cursor",
    name: "Cursor",
    where: "Put this into ~/.cursor/mcp.json.",
    withHeader: ({ url, token }) =>
      json({ mcpServers: { toolshed: { url, headers: authorization(token) } } }),
    withUrl: ({ mcpUrl }) => json({ mcpServers: { toolshed: { url: mcpUrl } } }),
    install: cursorLink,
  },
  {
    id: "vs-code",
    name: "VS Code",
    where: "Put this into .vscode/mcp.json.",
    withHeader: ({ url, token }) =>
      json({ servers: { toolshed: { type: "http", url, headers: authorization(token) } } }),
    withUrl: ({ mcpUrl }) => json({ servers: { toolshed: { type: "http", url: mcpUrl } } }),
    install: vsCodeLink,
  },
  {
    id: "codex",
    name: "Codex",
    where: "Put this into ~/.codex/config.toml.",
    withHeader: ({ url, token }) =>
      `[mcp_servers.toolshed]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer ${token}" }`,
    withUrl: ({ mcpUrl }) => `[mcp_servers.toolshed]\nurl = "${mcpUrl}"`,
  },
  {
    id: "other",
    name: "Other",
    where: "Most clients take this form, or the URL alone.",
    withHeader: ({ url, token }) =>
      json({ mcpServers: { toolshed: { type: "http", url, headers: authorization(token) } } }),
    withUrl: ({ mcpUrl }) => mcpUrl,
  },
];
