import { expect, test } from "vitest";
import { z } from "zod";
import { apiKey } from "../auth-provider.ts";
import { definePlugin } from "../define-plugin.ts";
import { defineTool } from "../define-tool.ts";
import { testPlugin } from "./test-plugin.ts";

const plugin = definePlugin({
  id: "demo",
  name: "Demo",
  description: "",
  authProviders: [apiKey({ id: "demo-key", name: "Demo", whereToFind: "In the settings." })],
  tools: {
    words: {
      count: defineTool({
        name: "Count",
        description: "",
        inputSchema: z.object({ text: z.string(), unit: z.string().default("words") }),
        handler: (_, { text, unit }) => `${text.split(" ").length} ${unit}`,
      }),
    },
    secret: defineTool({
      name: "Secret",
      description: "",
      authProvider: "demo-key",
      inputSchema: z.object({}),
      handler: async ({ auth, elicit, store }) => {
        await store.set("asked", await elicit({ type: "approval", message: "May I?" }));
        return [await auth.getToken(), await store.list()];
      },
    }),
  },
});

test("nested objects give the paths", () => {
  expect(plugin.tools.map(({ path }) => path)).toEqual(["demo.words.count", "demo.secret"]);
});

test("a plugin is tested in three lines", async () => {
  const demo = testPlugin(plugin);
  expect(await demo.call("demo.words.count", { text: "a b c" })).toBe("3 words");
  await expect(demo.call("demo.words.count", {})).rejects.toThrow(
    "Invalid arguments for demo.words.count: text: ",
  );
});

test("tokens and answers are those the test gives", async () => {
  await expect(testPlugin(plugin).call("demo.secret")).rejects.toThrow('No credentials for "demo-key".');
  const connected = testPlugin(plugin, { tokens: { "demo-key": "k" } });
  expect(await connected.call("demo.secret")).toEqual([
    "k",
    [{ key: "asked", value: { action: "unavailable" } }],
  ]);
});
