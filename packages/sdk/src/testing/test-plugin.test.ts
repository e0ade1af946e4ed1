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

const shown = definePlugin({
  id: "shown",
  name: "Shown",
  description: "",
  tools: {
    list: defineTool({
      name: "List",
      description: "",
      inputSchema: z.object({}),
      handler: () => [],
      view: {
        html: "<p>Board</p>",
        csp: { connectDomains: ["https://api.example.com"] },
        permissions: { clipboardWrite: {} },
        visibility: ["model", "app"],
      },
    }),
    save: defineTool({
      name: "Save",
      description: "",
      inputSchema: z.object({}),
      handler: () => null,
      view: { visibility: ["app"] },
    }),
  },
});

test("a View is tested by what a host would get", async () => {
  expect(await testPlugin(shown).view("shown.list")).toEqual({
    uri: "ui://shown/list.html",
    html: "<p>Board</p>",
    meta: { csp: { connectDomains: ["https://api.example.com"] }, permissions: { clipboardWrite: {} } },
    toolMeta: { resourceUri: "ui://shown/list.html", visibility: ["model", "app"] },
  });
  await expect(testPlugin(shown).view("shown.save")).rejects.toThrow("shown.save has no View");
});

test("a View whose page no tool gives is refused, and so is one that two tools give", async () => {
  const tool = (view: object) =>
    defineTool({ name: "", description: "", inputSchema: z.object({}), handler: () => null, view });
  const plugin = (tools: Parameters<typeof definePlugin>[0]["tools"]) =>
    testPlugin(definePlugin({ id: "p", name: "", description: "", tools }));
  await expect(plugin({ a: tool({ uri: "ui://board" }) }).view("p.a")).rejects.toThrow(
    'p: "p.a" is shown by ui://p/board, but no tool gives its html or file',
  );
  const page = { uri: "ui://board", html: "" };
  await expect(plugin({ a: tool(page), b: tool(page) }).view("p.a")).rejects.toThrow("is given twice");
});
