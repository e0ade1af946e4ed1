import { apiKey, definePlugin, defineTool } from "@toolshed/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import { everything } from "../policy/scope.ts";
import { createPluginSource } from "../source/plugin-source.ts";
import { createVisibility } from "./visibility.ts";

const tool = (settings: { authProvider?: string; serviceAccountAllowed?: boolean }) =>
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
  const { tools } = createPluginSource(plugin, () => null as never);
  const connected = { connectedTo: async () => ({ has: () => true }) } as unknown as Credentials;
  const visibility = createVisibility(
    connected,
    { allowedTo: async () => () => true },
    async (caller) => caller,
  );
  const seenBy = async (userId: string) => {
    const { isVisible } = await visibility({
      userId,
      role: "member",
      via: "",
      audience: "model",
      scope: everything,
      approval: "host",
    });
    return tools.filter(isVisible).map(({ path }) => path);
  };

  expect(await seenBy("ann")).toHaveLength(5);
  expect(await seenBy(team)).toEqual(["test.open", "test.of_team", "test.allowed"]);
});
