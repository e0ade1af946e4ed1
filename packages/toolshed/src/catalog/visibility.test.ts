import { apiKey, definePlugin, defineTool, type PathlessTool, type Plugin } from "@toolshed/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import { everything, type Scope } from "../policy/scope.ts";
import { createPluginSource } from "../source/plugin/plugin-source.ts";
import { createVisibility } from "./visibility.ts";

const tool = (settings: Partial<Pick<PathlessTool, "authProvider" | "serviceAccountAllowed" | "readOnly">>) =>
  defineTool({
    name: "",
    description: "",
    inputSchema: z.object({}),
    handler: () => null as never,
    ...settings,
  });

test("the team itself sees tools that need no person, unless a tool says otherwise", async () => {
  const provider = (id: string, owner?: "person" | "team") =>
    apiKey({ id, name: id, whereToFind: "", ...(owner && { owner }) });
  const plugin = definePlugin({
    id: "test",
    name: "",
    description: "",
    authProviders: [provider("mine"), provider("ours", "team")],
    tools: {
      open: tool({}),
      of_person: tool({ authProvider: "mine" }),
      of_team: tool({ authProvider: "ours" }),
      refused: tool({ authProvider: "ours", serviceAccountAllowed: false }),
      allowed: tool({ authProvider: "mine", serviceAccountAllowed: true }),
    },
  });
  expect(await seenBy(plugin, "ann")).toHaveLength(5);
  expect(await seenBy(plugin, team)).toEqual(["test.open", "test.of_team", "test.allowed"]);
});

test("a read-only caller sees the tools whose author says that they change nothing", async () => {
  const plugin = definePlugin({
    id: "test",
    name: "",
    description: "",
    tools: { says_nothing: tool({}), reads: tool({ readOnly: true }), writes: tool({ readOnly: false }) },
  });
  expect(await seenBy(plugin, "ann", { readOnly: true })).toEqual(["test.reads"]);
});

async function seenBy(plugin: Plugin, userId: string, scope: Scope = everything): Promise<string[]> {
  const { tools } = createPluginSource(plugin, () => null as never);
  const connected = { connectedTo: async () => ({ has: () => true }) } as unknown as Credentials;
  const visibility = createVisibility(
    connected,
    { allowedTo: async () => () => true },
    async (caller) => caller,
  );
  const { isVisible } = await visibility({
    userId,
    role: "member",
    via: "",
    audience: "model",
    scope,
    approval: "host",
  });
  return tools.filter(isVisible).map(({ path }) => path);
}
