import { describe, expect, test, vi } from "vitest";
import { AppBridge } from "../bridge/app-bridge.ts";
import type { StandardSchemaV1 } from "../protocol/standard-schema.ts";
import type { McpUiAppCapabilities, McpUiHostCapabilities } from "../protocol/ui-types.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "./app.ts";
import { ToolRegistry } from "./tool-registry.ts";

const jsonSchema = { input: () => ({ type: "object" }), output: () => ({ type: "object" }) };

/** A schema for `{ n: number }` that doubles it, as any library might make one. */
function doubling(described: unknown = jsonSchema): StandardSchemaV1<{ n: number }, { n: number }> {
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: async (value) => {
        const { n } = Object(value);
        if (typeof n === "number") return { value: { n: n * 2 } };
        return {
          issues: [
            { message: "must be a number", path: ["list", { key: 0 }, "n"] },
            { message: "and so on" },
          ],
        };
      },
      ...(described ? { jsonSchema: described } : {}),
    },
  } as StandardSchemaV1<{ n: number }, { n: number }>;
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const newApp = (capabilities?: McpUiAppCapabilities) => new App({ name: "view", version: "1" }, capabilities);

async function connect(app: App, hostCapabilities: McpUiHostCapabilities = {}) {
  const bridge = new AppBridge(null, { name: "host", version: "1" }, hostCapabilities);
  const [inside, outside] = createMemoryTransports();
  const sent: string[] = [];
  const send = inside.send.bind(inside);
  inside.send = (message) => {
    sent.push("method" in message ? message.method : "answer");
    return send(message);
  };
  await bridge.connect(outside);
  await app.connect(inside);
  const changes = () => sent.filter((method) => method === "notifications/tools/list_changed").length;
  const names = async () => (await bridge.listTools()).tools.map(({ name }) => name);
  return { bridge, sent, changes, names };
}

describe("registering", () => {
  test("a callback without an input schema always gets the extra argument alone", async () => {
    const app = newApp();
    const seen: unknown[][] = [];
    const tool = app.registerTool("a", {}, (...args) => {
      seen.push(args);
      return text("");
    });
    tool.update({ inputSchema: doubling() });
    const { bridge } = await connect(app);
    await bridge.callTool({ name: "a", arguments: { n: 1 } });
    expect(seen).toEqual([[expect.objectContaining({ requestId: expect.anything() })]]);
  });
});

describe("schemas", () => {
  test("the callback gets what the schema reads, and results are read too", async () => {
    const app = newApp();
    app.registerTool("a", { inputSchema: doubling(), outputSchema: doubling() }, ({ n }) => ({
      content: [],
      structuredContent: { n },
    }));
    const { bridge } = await connect(app);
    expect(await bridge.callTool({ name: "a", arguments: { n: 3 } })).toEqual({
      content: [],
      structuredContent: { n: 12 },
    });
    await expect(bridge.callTool({ name: "a" })).rejects.toMatchObject({
      code: -32603,
      message: "Invalid input for tool a: list.0.n: must be a number; and so on",
    });
  });

  test("output that does not fit fails the call, unless it is an error", async () => {
    const app = newApp();
    const results = [{ content: [] }, { content: [], isError: true as const }];
    app.registerTool("a", { outputSchema: doubling() }, () => results.shift() as never);
    const { bridge } = await connect(app);
    await expect(bridge.callTool({ name: "a" })).rejects.toThrow(
      "Invalid output for tool a: list.0.n: must be a number",
    );
    expect(await bridge.callTool({ name: "a" })).toEqual({ content: [], isError: true });
  });

  test("are listed as JSON Schema", async () => {
    const app = newApp();
    const schema = doubling({ input: () => ({ properties: { n: {} } }), output: () => ({ type: "object" }) });
    app.registerTool("a", { inputSchema: schema, outputSchema: schema }, () => ({
      content: [],
      structuredContent: { n: 1 },
    }));
    const { bridge } = await connect(app);
    expect((await bridge.listTools()).tools[0]).toEqual({
      name: "a",
      inputSchema: { type: "object", properties: { n: {} } },
      outputSchema: { type: "object" },
    });
  });

  test("that cannot be listed are refused, with the reason of their library", () => {
    const app = newApp();
    const failing = () => {
      throw new Error("No dates");
    };
    const wayOut = "use a newer test";
    const register = (jsonSchema: unknown) =>
      app.registerTool("a", { inputSchema: doubling(jsonSchema) }, () => text(""));
    expect(() => register({ input: failing })).toThrow(
      `Tool a: inputSchema has no JSON Schema (No dates): ${wayOut}`,
    );
    expect(() => register(null)).toThrow(`Tool a: inputSchema has no JSON Schema: ${wayOut}`);
    expect(() => register({ input: () => ({ type: "array" }) })).toThrow("Tool a: inputSchema must be");
    for (const schema of ["inputSchema", "outputSchema"]) {
      expect(() => app.registerTool("a", { [schema]: null } as never, () => text(""))).toThrow(
        `Tool a: ${schema} must be of type "object"`,
      );
    }
    // Refused means not registered: the name is still free.
    app.registerTool("a", {}, () => text(""));
  });

  test.each([
    ["zod", "use toStandardJsonSchema() of @toolshed/apps/zod"],
    ["valibot", "use toStandardJsonSchema() of @toolshed/apps/valibot"],
    ["arktype", "use a newer arktype"],
  ])("of %s that cannot be listed are refused with the way out for it", (vendor, wayOut) => {
    const schema = { "~standard": { version: 1, vendor, validate: () => ({ value: {} }) } };
    const register = () =>
      newApp().registerTool("a", { inputSchema: schema as StandardSchemaV1 }, () => text(""));
    expect(register).toThrow(`Tool a: inputSchema has no JSON Schema: ${wayOut}`);
  });

  test("one that was put on the handle by hand is never read as a Standard Schema", async () => {
    const app = newApp();
    const tool = app.registerTool("a", { inputSchema: doubling() }, () => text("ran"));
    tool.inputSchema = { n: doubling() } as never;
    const { bridge } = await connect(app);
    expect(await bridge.callTool({ name: "a" })).toEqual(text("ran"));
    await expect(bridge.listTools()).rejects.toThrow("Tool a: inputSchema must be of type");
  });
});

describe("the handle", () => {
  test("disables, enables, updates, renames and removes", async () => {
    const app = newApp();
    const a = app.registerTool("a", {}, () => text("a"));
    const b = app.registerTool("b", {}, () => text("b"));
    const { bridge, names } = await connect(app);
    a.disable();
    expect(await names()).toEqual(["b"]);
    await expect(bridge.callTool({ name: "a" })).rejects.toThrow("Tool a is disabled");
    a.enable();
    a.update({ name: "c", description: "renamed" });
    expect((await bridge.listTools()).tools).toContainEqual({
      name: "c",
      description: "renamed",
      inputSchema: { type: "object" },
    });
    expect(await bridge.callTool({ name: "c" })).toEqual(text("a"));
    await expect(bridge.callTool({ name: "a" })).rejects.toThrow("Tool a not found");
    expect(() => a.update({ name: "b", description: "lost" })).toThrow("Tool b is already registered");
    expect(a).toMatchObject({ name: "c", description: "renamed" });
    a.remove();
    expect(await names()).toEqual(["b"]);
    b.remove();
    expect(await names()).toEqual([]);
    await expect(bridge.callTool({ name: "b" })).rejects.toThrow("Tool b not found");
  });

  test("of a disabled tool does not run it", async () => {
    const app = newApp();
    const callback = vi.fn(() => text("ran"));
    const tool = app.registerTool("a", {}, callback);
    tool.disable();
    await expect(tool.handler({}, {} as never)).rejects.toThrow("Tool a is disabled");
    expect(callback).not.toHaveBeenCalled();
    tool.enable();
    expect(await tool.handler({}, {} as never)).toEqual(text("ran"));
    // A handler of its own does not make a disabled tool callable.
    tool.update({ enabled: false, handler: async () => text("other") });
    const { bridge } = await connect(app);
    await expect(bridge.callTool({ name: "a" })).rejects.toThrow("Tool a is disabled");
  });

  test("keeps the place of its tool in the list", async () => {
    const app = newApp();
    const a = app.registerTool("a", {}, () => text(""));
    app.registerTool("b", {}, () => text(""));
    a.update({ title: "A" });
    const { names } = await connect(app);
    expect(await names()).toEqual(["a", "b"]);
  });
});

test("a listed tool is plain data, without keys that have no value", () => {
  const registry = new ToolRegistry(() => {});
  const inputSchema = { type: "object", [Symbol("kind")]: "Object", title: undefined };
  registry.register("a", { title: undefined, inputSchema } as never, () => text(""));
  expect(registry.list()).toStrictEqual([{ name: "a", inputSchema: { type: "object" } }]);
});

describe("beside onlisttools and oncalltool", () => {
  test("registered tools come first and hide those of the same name, disabled or not", async () => {
    const app = newApp({ tools: {} });
    app.registerTool("a", {}, () => text("registered a"));
    app.registerTool("b", {}, () => text("registered b")).disable();
    app.onlisttools = async () => ({ tools: ["a", "b", "c"] });
    app.oncalltool = async ({ name }) => text(`static ${name}`);
    const { bridge, names } = await connect(app);
    expect(await names()).toEqual(["a", "c"]);
    expect(await bridge.callTool({ name: "a" })).toEqual(text("registered a"));
    expect(await bridge.callTool({ name: "c" })).toEqual(text("static c"));
    await expect(bridge.callTool({ name: "b" })).rejects.toThrow("Tool b is disabled");
  });
});

describe("list_changed", () => {
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

  test("goes out once for all changes of one task", async () => {
    const app = newApp({ tools: { listChanged: true } });
    const { bridge, changes } = await connect(app);
    const told = vi.fn();
    bridge.ontoollistchanged = ({ tools }) => told(tools.map(({ name }) => name));
    const a = app.registerTool("a", {}, () => text(""));
    app.registerTool("b", {}, () => text(""));
    a.update({ title: "A" });
    a.disable();
    await Promise.all([app.sendToolListChanged(), settled()]);
    expect(changes()).toBe(1);
    expect(told.mock.calls).toEqual([[["b"]]]);
    a.enable();
    await settled();
    expect(changes()).toBe(2);
  });

  test("comes before the answer of the call that changed the list", async () => {
    const app = newApp();
    app.registerTool("a", {}, () => {
      app.registerTool("b", {}, () => text(""));
      return text("");
    });
    const { bridge, sent } = await connect(app);
    sent.length = 0;
    await bridge.callTool({ name: "a" });
    expect(sent.slice(0, 2)).toEqual(["notifications/tools/list_changed", "answer"]);
  });

  test.each([
    ["the View did not declare it", { tools: {} }, {}, 0],
    ["the host says nothing of tools", { tools: { listChanged: true } }, {}, 1],
    ["the host does not re-read them", { tools: { listChanged: true } }, { tools: {} }, 0],
    ["the host does re-read them", { tools: { listChanged: true } }, { tools: { listChanged: true } }, 1],
  ])("when %s", async (_name, capabilities, hostCapabilities, expected) => {
    const app = newApp(capabilities);
    const { changes } = await connect(app, hostCapabilities);
    app.registerTool("a", {}, () => text(""));
    await settled();
    expect(changes()).toBe(expected);
  });

  test("is not an error when the View closes in the meantime", async () => {
    const app = newApp({ tools: { listChanged: true } });
    await connect(app);
    const onerror = vi.fn();
    app.onerror = onerror;
    app.registerTool("a", {}, () => text(""));
    await app.close();
    await settled();
    expect(onerror).not.toHaveBeenCalled();
  });
});
