import { expect, test } from "vitest";
import { AppBridge } from "../bridge/app-bridge.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "./app.ts";

test("a View connects and calls a tool of the server, the host calls a tool of the View", async () => {
  const [inside, outside] = createMemoryTransports();
  const app = new App({ name: "view", version: "1.0.0" });
  const bridge = new AppBridge(
    null,
    { name: "host", version: "2.0.0" },
    {},
    { hostContext: { theme: "dark" } },
  );
  bridge.oncalltool = async ({ name, arguments: args }) => ({
    content: [{ type: "text", text: `${name} ${JSON.stringify(args)}` }],
  });
  app.registerTool("greet", {}, () => ({ content: [{ type: "text", text: "hello" }] }));
  await bridge.connect(outside);
  await app.connect(inside);

  expect(app.getHostContext()).toEqual({ theme: "dark" });
  expect(await app.callServerTool({ name: "add" })).toEqual({ content: [{ type: "text", text: "add {}" }] });
  expect(await bridge.listTools()).toEqual({ tools: [{ name: "greet", inputSchema: { type: "object" } }] });
  expect(await bridge.callTool({ name: "greet" })).toEqual({ content: [{ type: "text", text: "hello" }] });
});
