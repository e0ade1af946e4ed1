// Our own MCP types stand where those of either SDK major stand, and the other way round.
import { App, PostMessageTransport } from "@toolshed/apps";
import { AppBridge, type getToolUiResourceUri } from "@toolshed/apps/app-bridge";
import { getUiCapability, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { expectTypeOf } from "vitest";
import type * as v1 from "../peers/sdk-v1.ts";
import type * as v2 from "../peers/sdk-v2.ts";
import { z } from "../peers/zod.ts";

declare const clientV1: v1.Client;
declare const clientV2: v2.Client;
declare const serverV1: v1.McpServer;
declare const serverV2: v2.McpServer;
declare const transportV1: v1.Transport;
declare const transportV2: v2.Transport;

const info = { name: "x", version: "1.0.0" };
const app = new App(info);

type OurResult = Awaited<ReturnType<App["callServerTool"]>>;
type OurResultParams = Parameters<NonNullable<App["ontoolresult"]>>[0];
type OurTool = Parameters<typeof getToolUiResourceUri>[0];
type OurList = Awaited<ReturnType<AppBridge["listTools"]>>;

// Clients.
export const bridges = [
  new AppBridge(clientV1, info, {}),
  new AppBridge(clientV2, info, {}),
  new AppBridge(null, info, {}),
];
// @ts-expect-error not a client at all
new AppBridge({ call: () => 1 }, info, {});

// Results, from a server to the View and back.
expectTypeOf<v1.CallToolResult>().toExtend<OurResult>();
expectTypeOf<v2.CallToolResult>().toExtend<OurResult>();
expectTypeOf<OurResult>().toExtend<v1.CallToolResult>();
expectTypeOf<OurResult>().toExtend<v2.CallToolResult>();
expectTypeOf<OurResultParams>().toExtend<v1.CallToolResult>();
expectTypeOf<OurResultParams>().toExtend<v2.CallToolResult>();
expectTypeOf<v1.CallToolResult>().toExtend<Parameters<AppBridge["sendToolResult"]>[0]>();
expectTypeOf<v2.CallToolResult>().toExtend<Parameters<AppBridge["sendToolResult"]>[0]>();

// Tools, from a server to the host and from the View to the model.
expectTypeOf<v1.Tool>().toExtend<OurTool>();
expectTypeOf<v2.Tool>().toExtend<OurTool>();
expectTypeOf<OurList["tools"][number]>().toExtend<v1.Tool>();
expectTypeOf<OurList["tools"][number]>().toExtend<v2.Tool>();

// Handlers that hand on what a client answers.
export function handOn(bridge: AppBridge) {
  bridge.oncalltool = async (params) => (await clientV1.callTool(params)) as v1.CallToolResult;
  bridge.oncalltool = (params, extra) => clientV2.callTool(params, { signal: extra.signal });
  bridge.onreadresource = (params) => clientV1.readResource(params);
  bridge.onreadresource = (params) => clientV2.readResource(params);
  bridge.onlistresources = (params) => clientV1.listResources(params);
  bridge.onlistresources = (params) => clientV2.listResources(params);
  bridge.onlistprompts = (params) => clientV1.listPrompts(params);
  bridge.onlistprompts = (params) => clientV2.listPrompts(params);
  bridge.onlistresourcetemplates = (params) => clientV1.listResourceTemplates(params);
  bridge.onlistresourcetemplates = (params) => clientV2.listResourceTemplates(params);
}

// Transports, both ways.
export async function transports(bridge: AppBridge) {
  await app.connect(transportV1);
  await app.connect(transportV2);
  await bridge.connect(transportV1);
  await bridge.connect(transportV2);
  await clientV1.connect(new PostMessageTransport(window.parent, window.parent) satisfies v1.Transport);
  await clientV2.connect(new PostMessageTransport(window.parent, window.parent) satisfies v2.Transport);
}

// Servers, with raw shapes and whole schemas.
const _meta = { ui: { resourceUri: "ui://x/view.html" } };
registerAppTool(serverV1, "raw", { inputSchema: { id: z.string() }, _meta }, async ({ id }) => {
  expectTypeOf(id).toEqualTypeOf<string>();
  return { content: [] };
});
registerAppTool(serverV2, "raw", { inputSchema: { id: z.string() }, _meta }, async ({ id }) => {
  expectTypeOf(id).toEqualTypeOf<string>();
  return { content: [] };
});
registerAppTool(serverV1, "schema", { inputSchema: z.object({ id: z.number() }), _meta }, async ({ id }) => {
  expectTypeOf(id).toEqualTypeOf<number>();
  return { content: [] };
});
registerAppTool(serverV2, "schema", { inputSchema: z.object({ id: z.number() }), _meta }, async ({ id }) => {
  expectTypeOf(id).toEqualTypeOf<number>();
  return { content: [] };
});
registerAppTool(serverV1, "none", { _meta }, async () => ({ content: [] }));
registerAppTool(serverV2, "none", { _meta }, async () => ({ content: [] }));
// @ts-expect-error a tool with a View names it
registerAppTool(serverV2, "no view", {}, async () => ({ content: [] }));

const contents = async () => ({ contents: [{ uri: "ui://x/view.html", text: "<p>" }] });
registerAppResource(serverV1, "view", "ui://x/view.html", {}, contents);
registerAppResource(serverV2, "view", "ui://x/view.html", {}, contents);

export function capability(server: v2.McpServer, old: v1.McpServer) {
  return [
    getUiCapability(server.server.getClientCapabilities()),
    getUiCapability(old.server.getClientCapabilities()),
  ];
}
