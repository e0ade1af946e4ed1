import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { TestGateway } from "../../fixtures/gateway.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const program = fileURLToPath(new URL("./upstream-program.mjs", import.meta.url));

/** Adds an MCP server whose tools are the JSON that `setTools` is given last. */
export async function addUpstream(gateway: TestGateway, id: string, tools: string) {
  const file = join(temporaryFolder(), "tools.json");
  const setTools = (json: string) => writeFileSync(file, json);
  setTools(tools);
  const added = await requestAsCommand(gateway, "POST", "/sources", {
    id,
    kind: "mcp",
    config: { transport: "stdio", command: process.execPath, args: [program, file] },
    trust: "always",
  });
  expect(added.status, await added.clone().text()).toBe(201);
  return { setTools };
}
