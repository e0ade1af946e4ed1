import { join } from "node:path";

/** Where MCP clients keep the servers they know, for a person and for the folder they work in. */
export function clientConfigs(home: string, folder: string): string[] {
  const settings = [
    join(home, "Library", "Application Support"),
    join(home, "AppData", "Roaming"),
    join(home, ".config"),
  ];
  return [
    ...settings.map((path) => join(path, "Claude", "claude_desktop_config.json")),
    join(home, ".claude.json"),
    join(folder, ".mcp.json"),
    join(home, ".cursor", "mcp.json"),
    join(folder, ".cursor", "mcp.json"),
    ...settings.map((path) => join(path, "Code", "User", "mcp.json")),
    join(folder, ".vscode", "mcp.json"),
  ];
}
