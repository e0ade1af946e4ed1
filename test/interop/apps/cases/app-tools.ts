import type { AppBridge } from "../../../peers/ext-apps-2.0.ts";
import { z } from "../../../peers/zod.ts";
import type { Case } from "../case.ts";
import {
  ask,
  failure,
  type Json,
  nextValue,
  onNotification,
  ping,
  type Scene,
  said,
  stoppable,
} from "../scene.ts";

const setup = { appCapabilities: { tools: { listChanged: true } } };
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

type Options = Parameters<AppBridge["callTool"]>[1];

// Hosts of 0.4 have no methods for a View's tools, but any host can ask by method name.
function callTool(bridge: AppBridge, params: Json, options?: Options): Promise<Json> {
  if (!("callTool" in bridge)) return ask(bridge, "tools/call", params, options);
  return bridge.callTool(params as never, options) as Promise<Json>;
}

async function listTools(bridge: AppBridge, params: Json = {}): Promise<Json> {
  if (!("listTools" in bridge)) return ask(bridge, "tools/list", params);
  return (await bridge.listTools(params)) as Json;
}

async function names(bridge: AppBridge): Promise<unknown[]> {
  const { tools } = await listTools(bridge);
  return (tools as { name: string }[]).map(({ name }) => name);
}

/** The cases of the registry: a View of 0.4 has none. */
function registryCase(name: string, expected: unknown, run: (scene: Scene) => Promise<unknown>): Case {
  return {
    name: `app tools, registered: ${name}`,
    setup,
    run: async (scene) => ("registerTool" in scene.app ? run(scene) : "no registry"),
    expected,
  };
}

function countListChanged({ bridge }: Scene): () => number {
  let count = 0;
  onNotification(bridge, "notifications/tools/list_changed", () => {
    count += 1;
  });
  return () => count;
}

const staticTools: Case[] = [
  {
    name: "app tools: a static list and its calls",
    setup,
    async run({ app, bridge, connect }) {
      const tools = [
        {
          name: "greet",
          title: "Greet",
          description: "Says hello",
          inputSchema: {
            type: "object" as const,
            properties: { who: { type: "string" } },
            required: ["who"],
          },
          annotations: { readOnlyHint: true },
          _meta: { ui: { visibility: ["app"] } },
        },
      ];
      app.onlisttools = async () => ({ tools }) as never;
      app.oncalltool = async ({ name, arguments: args }) => ({
        ...text(`${name} ${args?.who}`),
        structuredContent: { who: args?.who },
        _meta: { took: 1 },
      });
      await connect();
      return [await listTools(bridge), await callTool(bridge, { name: "greet", arguments: { who: "Ada" } })];
    },
    expected: [
      {
        tools: [
          {
            name: "greet",
            title: "Greet",
            description: "Says hello",
            inputSchema: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
            annotations: { readOnlyHint: true },
            _meta: { ui: { visibility: ["app"] } },
          },
        ],
      },
      {
        content: [{ type: "text", text: "greet Ada" }],
        structuredContent: { who: "Ada" },
        _meta: { took: 1 },
      },
    ],
  },
  {
    name: "app tools: a list of plain names",
    setup,
    async run({ app, bridge, connect }) {
      app.onlisttools = async () => ({ tools: ["greet", "count"] }) as never;
      app.oncalltool = async () => text("");
      await connect();
      const answer = await failure(() => names(bridge));
      return answer.answered ?? "rejected";
    },
    expected: ["greet", "count"],
  },
  {
    name: "app tools: the list comes in pages",
    setup,
    async run({ app, bridge, connect }) {
      const inputSchema = { type: "object" as const };
      app.onlisttools = async (params) =>
        params?.cursor === "2"
          ? { tools: [{ name: "b", inputSchema }] }
          : { tools: [{ name: "a", inputSchema }], nextCursor: "2" };
      app.oncalltool = async () => text("");
      await connect();
      return [await listTools(bridge), await listTools(bridge, { cursor: "2" })];
    },
    expected: [
      { tools: [{ name: "a", inputSchema: { type: "object" } }], nextCursor: "2" },
      { tools: [{ name: "b", inputSchema: { type: "object" } }] },
    ],
  },
  {
    name: "app tools: a call without arguments reaches the handler with none",
    setup,
    async run({ app, bridge, connect }) {
      const seen = nextValue<unknown>();
      app.oncalltool = async ({ arguments: args }) => {
        seen.give(args ?? null);
        return text("");
      };
      await connect();
      await callTool(bridge, { name: "any" });
      return seen.value;
    },
    expected: {},
  },
  {
    name: "app tools: a thrown error fails the request",
    setup,
    async run({ app, bridge, connect }) {
      app.oncalltool = async ({ name }) => {
        throw new Error(`Unknown tool: ${name}`);
      };
      await connect();
      return failure(() => callTool(bridge, { name: "nope" }));
    },
    expected: { code: -32603, message: "Unknown tool: nope" },
  },
  {
    name: "app tools: an error result reaches the host",
    setup,
    async run({ app, bridge, connect }) {
      app.oncalltool = async () => ({ isError: true, ...text("no file") });
      await connect();
      return callTool(bridge, { name: "get-file" });
    },
    expected: { isError: true, content: [{ type: "text", text: "no file" }] },
  },
  {
    name: "app tools: the host's abort reaches the handler",
    setup,
    async run({ app, bridge, connect }) {
      const slow = stoppable(text(""));
      app.oncalltool = slow.run;
      await connect();
      await ping(bridge);
      const controller = new AbortController();
      const answer = failure(() => callTool(bridge, { name: "slow" }, { signal: controller.signal }));
      await slow.started;
      controller.abort(new Error("enough"));
      return [said(await answer, "enough"), await slow.stopped];
    },
    expected: [true, "aborted"],
  },
  {
    name: "app tools: a View that declared none has none",
    async run({ bridge, connect }) {
      await connect();
      const listed = await failure(() => listTools(bridge));
      const called = await failure(() => callTool(bridge, { name: "any" }));
      return [listed.answered === undefined, called.answered === undefined];
    },
    expected: [true, true],
  },
  {
    name: "app tools: handlers need the capability",
    async run({ app }) {
      const assigned = await failure(() => {
        app.oncalltool = async () => text("");
      });
      return (
        said(assigned, "does not support tool capability") || said(assigned, "App tools are not enabled")
      );
    },
    expected: true,
  },
];

const registry: Case[] = [
  registryCase(
    "the list has what was registered",
    {
      tools: [
        {
          name: "add",
          title: "Add",
          description: "Adds",
          inputSchema: {
            type: "object",
            properties: { a: { type: "number" }, b: { type: "number" } },
            required: ["a", "b"],
          },
          outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
          annotations: { readOnlyHint: true },
          _meta: { ui: { visibility: ["model"] } },
        },
        { name: "plain", inputSchema: { type: "object" } },
      ],
    },
    async ({ app, bridge, connect }) => {
      app.registerTool(
        "add",
        {
          title: "Add",
          description: "Adds",
          inputSchema: z.object({ a: z.number(), b: z.number() }),
          outputSchema: z.object({ sum: z.number() }),
          annotations: { readOnlyHint: true },
          _meta: { ui: { visibility: ["model"] } },
        },
        async ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
      );
      app.registerTool("plain", {}, () => text("ok"));
      await connect();
      const list = await listTools(bridge);
      // What else a schema library writes into its JSON Schema is its own affair.
      for (const tool of list.tools as Json[]) {
        for (const schema of [tool.inputSchema, tool.outputSchema] as (Json | undefined)[]) {
          if (schema === undefined) continue;
          delete schema.$schema;
          delete schema.additionalProperties;
          if (Object.keys(schema.properties ?? {}).length === 0) delete schema.properties;
        }
      }
      return list;
    },
  ),
  registryCase(
    "a call is validated, runs and answers",
    [
      { content: [{ type: "text", text: "3" }], structuredContent: { sum: 3 } },
      { content: [{ type: "text", text: "ok" }] },
    ],
    async ({ app, bridge, connect }) => {
      app.registerTool(
        "add",
        {
          inputSchema: z.object({ a: z.number(), b: z.number().default(2) }),
          outputSchema: z.object({ sum: z.number() }),
        },
        async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
      );
      app.registerTool("plain", {}, () => text("ok"));
      await connect();
      return [
        await callTool(bridge, { name: "add", arguments: { a: 1 } }),
        await callTool(bridge, { name: "plain" }),
      ];
    },
  ),
  registryCase(
    "wrong input does not reach the callback",
    { code: -32603, starts: true, ran: 0 },
    async ({ app, bridge, connect }) => {
      let ran = 0;
      app.registerTool("add", { inputSchema: z.object({ a: z.number() }) }, () => {
        ran += 1;
        return text("");
      });
      await connect();
      const { code, message } = await failure(() => callTool(bridge, { name: "add", arguments: { a: "x" } }));
      return { code, starts: String(message).startsWith("Invalid input for tool add: a: "), ran };
    },
  ),
  registryCase(
    "wrong output fails the call",
    { code: -32603, starts: true },
    async ({ app, bridge, connect }) => {
      app.registerTool(
        "add",
        { outputSchema: z.object({ sum: z.number() }) },
        () => ({ content: [], structuredContent: { sum: "x" } }) as never,
      );
      await connect();
      const { code, message } = await failure(() => callTool(bridge, { name: "add" }));
      return { code, starts: String(message).startsWith("Invalid output for tool add: sum: ") };
    },
  ),
  registryCase(
    "an error result is not validated",
    { isError: true, content: [{ type: "text", text: "no" }] },
    async ({ app, bridge, connect }) => {
      app.registerTool("add", { outputSchema: z.object({ sum: z.number() }) }, () => ({
        isError: true,
        ...text("no"),
      }));
      await connect();
      return callTool(bridge, { name: "add" });
    },
  ),
  registryCase(
    "a callback that throws fails the call",
    { code: -32603, message: "broken" },
    async ({ app, bridge, connect }) => {
      app.registerTool("add", {}, () => {
        throw new Error("broken");
      });
      await connect();
      return failure(() => callTool(bridge, { name: "add" }));
    },
  ),
  registryCase(
    "unknown, disabled and removed tools are refused",
    [
      { code: -32603, message: "Tool nope not found" },
      { code: -32603, message: "Tool off is disabled" },
      { code: -32603, message: "Tool gone not found" },
      [],
    ],
    async ({ app, bridge, connect }) => {
      app.registerTool("off", {}, () => text("")).disable();
      app.registerTool("gone", {}, () => text("")).remove();
      await connect();
      return [
        await failure(() => callTool(bridge, { name: "nope" })),
        await failure(() => callTool(bridge, { name: "off" })),
        await failure(() => callTool(bridge, { name: "gone" })),
        await names(bridge),
      ];
    },
  ),
  registryCase(
    "each later change is told, and the list follows",
    [
      [0, ["a"]],
      [1, ["a", "b"]],
      [2, ["b"]],
      [3, ["a", "b"]],
      [4, "new words"],
      [5, ["a"]],
    ],
    async (scene) => {
      const { app, bridge, connect, settle } = scene;
      const count = countListChanged(scene);
      const a = app.registerTool("a", {}, () => text(""));
      await connect();
      const steps: unknown[] = [[count(), await names(bridge)]];
      const step = async () => {
        await settle();
        steps.push([count(), (await names(bridge)).sort()]);
      };
      const b = app.registerTool("b", {}, () => text(""));
      await step();
      a.disable();
      await step();
      a.enable();
      await step();
      a.update({ description: "new words" });
      await settle();
      const { tools } = await listTools(bridge);
      steps.push([count(), (tools as Json[]).find(({ name }) => name === "a")?.description]);
      b.remove();
      await step();
      return steps;
    },
  ),
  registryCase("several changes of one task are told once", 1, async (scene) => {
    const { app, connect, settle } = scene;
    const count = countListChanged(scene);
    await connect();
    const a = app.registerTool("a", {}, () => text(""));
    app.registerTool("b", {}, () => text("")).disable();
    a.update({ description: "x" });
    await settle();
    return count();
  }),
  registryCase("a tool can be given another name", [["new"], "ok", "Tool old not found"], async (scene) => {
    const { app, bridge, connect } = scene;
    const tool = app.registerTool("old", {}, () => text("ok"));
    await connect();
    (tool.update as (change: Json) => void)({ name: "new" });
    const called = await failure(() => callTool(bridge, { name: "new" }));
    const content = (called.answered as { content?: { text: string }[] } | undefined)?.content;
    return [
      await names(bridge),
      content?.[0]?.text ?? called.message,
      (await failure(() => callTool(bridge, { name: "old" }))).message,
    ];
  }),
  registryCase(
    "a name is taken once",
    ["Tool a is already registered", ["a"]],
    async ({ app, bridge, connect }) => {
      app.registerTool("a", {}, () => text(""));
      const second = await failure(() => app.registerTool("a", {}, () => text("")));
      await connect();
      return [second.message, await names(bridge)];
    },
  ),
  registryCase("an old handle does not remove its successor", ["a"], async ({ app, bridge, connect }) => {
    const old = app.registerTool("a", {}, () => text(""));
    old.remove();
    app.registerTool("a", {}, () => text(""));
    old.remove();
    await connect();
    return names(bridge);
  }),
  registryCase(
    "the static handlers serve what is not registered",
    [["a", "b"], "registered a", "static b"],
    async ({ app, bridge, connect }) => {
      const inputSchema = { type: "object" as const };
      app.onlisttools = async () => ({
        tools: [
          { name: "a", inputSchema },
          { name: "b", inputSchema },
        ],
      });
      app.oncalltool = async ({ name }) => text(`static ${name}`);
      app.registerTool("a", {}, () => text("registered a"));
      await connect();
      const said = async (name: string) => {
        const called = await failure(() => callTool(bridge, { name }));
        const content = (called.answered as { content?: { text: string }[] } | undefined)?.content;
        return content?.[0]?.text ?? called.message;
      };
      return [await names(bridge), await said("a"), await said("b")];
    },
  ),
  {
    ...registryCase(
      "before connect it declares the capability automatically",
      [{ tools: { listChanged: true } }, ["a"]],
      async ({ app, bridge, connect }) => {
        app.registerTool("a", {}, () => text(""));
        await connect();
        return [bridge.getAppCapabilities(), await names(bridge)];
      },
    ),
    setup: {},
  },
  {
    ...registryCase(
      "after connect without the capability it is refused, every time",
      [true, true],
      async ({ app, connect }) => {
        await connect();
        const refused = async () =>
          (await failure(() => app.registerTool("a", {}, () => text("")))).answered === undefined;
        return [await refused(), await refused()];
      },
    ),
    setup: {},
  },
  registryCase(
    "the callback's signal follows the host's abort",
    [true, "aborted"],
    async ({ app, bridge, connect }) => {
      const slow = stoppable(text(""));
      app.registerTool("slow", { inputSchema: z.object({}) }, slow.run);
      await connect();
      await ping(bridge);
      const controller = new AbortController();
      const answer = failure(() => callTool(bridge, { name: "slow" }, { signal: controller.signal }));
      await slow.started;
      controller.abort(new Error("enough"));
      return [said(await answer, "enough"), await slow.stopped];
    },
  ),
];

export const appTools: Case[] = [...staticTools, ...registry];
