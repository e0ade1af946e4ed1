import { App } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { afterEach, describe, expect, it } from "vitest";
import { type } from "../../peers/arktype.ts";
import { toStandardJsonSchema, v } from "../../peers/valibot.ts";
import { z } from "../../peers/zod.ts";
import { createPortLink } from "./port-transport.ts";
import { failure } from "./scene.ts";

const described = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const valibot = v.object({ n: v.pipe(v.number(), v.minValue(1)) });

const libraries = [
  { library: "zod", schema: z.object({ n: z.number().min(1) }), listed: described },
  { library: "arktype", schema: type({ n: "number >= 1" }), listed: described },
  { library: "valibot with its JSON Schema", schema: toStandardJsonSchema(valibot), listed: described },
  { library: "valibot alone, which cannot describe itself", schema: valibot, listed: { type: "object" } },
];

describe.each(libraries)("a tool with a schema of $library", ({ schema, listed }) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function start(register: (app: App) => void): Promise<AppBridge> {
    const app = new App({ name: "view", version: "1.0.0" }, {}, { autoResize: false });
    const bridge = new AppBridge(null, { name: "host", version: "1.0.0" }, {});
    register(app);
    const { view, host } = createPortLink();
    await bridge.connect(host);
    await app.connect(view);
    closing.push(
      () => app.close(),
      () => bridge.close(),
    );
    return bridge;
  }

  it("is listed, and its input is validated", async () => {
    const seen: unknown[] = [];
    const bridge = await start((app) => {
      app.registerTool("count", { inputSchema: schema }, (args) => {
        seen.push(args);
        return { content: [] };
      });
    });
    const { tools } = await bridge.listTools();
    expect(tools).toMatchObject([{ name: "count", inputSchema: listed }]);
    await bridge.callTool({ name: "count", arguments: { n: 2 } });
    expect(await failure(() => bridge.callTool({ name: "count", arguments: { n: 0 } }))).toMatchObject({
      code: -32603,
      message: expect.stringContaining("Invalid input for tool count"),
    });
    expect(await failure(() => bridge.callTool({ name: "count" }))).toMatchObject({ code: -32603 });
    expect(seen).toEqual([{ n: 2 }]);
  });

  it("has its output validated", async () => {
    const bridge = await start((app) => {
      app.registerTool("good", { outputSchema: schema }, () => ({
        content: [],
        structuredContent: { n: 3 },
      }));
      app.registerTool("bad", { outputSchema: schema }, () => ({ content: [], structuredContent: { n: 0 } }));
    });
    expect(await bridge.callTool({ name: "good" })).toEqual({ content: [], structuredContent: { n: 3 } });
    expect(await failure(() => bridge.callTool({ name: "bad" }))).toMatchObject({
      message: expect.stringContaining("Invalid output for tool bad"),
    });
  });
});
