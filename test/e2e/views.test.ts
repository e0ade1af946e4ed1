import { mkdirSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { commandFile, runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { askAsView, show } from "../fixtures/showing.ts";
import { join } from "../fixtures/team.ts";
import { startViewUpstream } from "../fixtures/view-upstream.ts";

const published = (name: string) =>
  fileURLToPath(
    new URL(`../peers/node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );

async function addPublished({ home }: TestGateway, id: string, name: string): Promise<void> {
  const args = ["add", "mcp", id, "--", process.execPath, published(name), "--stdio"];
  const { code, stderr } = await runCommand(args, { TOOLSHED_HOME: home });
  expect(code, stderr).toBe(0);
}

async function newEndpoint(gateway: TestGateway, name: string, settings: object = {}): Promise<string> {
  const answer = await requestAsCommand(gateway, "POST", "/endpoints", { name, ...settings });
  const { token } = (await answer.json()) as { token: string };
  return `${gateway.url}/api/mcp/${token}`;
}

interface Recorded {
  path: string;
  outcome: string;
}

async function recorded(gateway: TestGateway): Promise<Recorded[]> {
  const answer = await requestAsCommand(gateway, "GET", "/calls");
  return ((await answer.json()) as { calls: Recorded[] }).calls;
}

test("a published View is found, shown, read and served by its own server", async () => {
  const gateway = await startGateway();
  await addPublished(gateway, "monitor", "server-system-monitor");
  const client = await connectClient(gateway.mcpUrl);
  const { tools } = await client.client.listTools();
  const listed = (name: string) => tools.find((tool) => tool.name === name);
  expect(listed("show_tool")?._meta).toEqual({
    "anthropic/alwaysLoad": true,
    ui: { resourceUri: "ui://toolshed/view.html" },
  });
  expect(listed("view_request")?._meta).toEqual({ ui: { visibility: ["app"] } });

  const path = "monitor.get_system_info";
  const found = JSON.parse(
    (await client.use("search_tools", { query: "system info" })).content[0]?.text ?? "",
  );
  expect(found).toContainEqual(expect.objectContaining({ path, view: true }));
  const read = JSON.parse((await client.use("read_tool", { path })).content[0]?.text ?? "");
  expect(read.view).toBe(true);

  const { answer, handle } = await show(client, path);
  expect(answer._meta?.["toolshed/view"]).toMatchObject({ path, title: expect.any(String), handle });
  expect(JSON.stringify([answer.content, answer.structuredContent])).not.toContain(handle);
  const called = await client.call(path);
  expect(answer.content.map(({ type }) => type)).toEqual(called.content.map(({ type }) => type));
  expect((called as { _meta?: object })._meta ?? {}).not.toHaveProperty(["toolshed/view"]);

  const opened = await askAsView(client, handle, "ui/open");
  expect(opened.result).toMatchObject({
    html: expect.stringContaining("<html"),
    tool: { name: "get-system-info", inputSchema: { type: "object" } },
    dashboardUrl: `${gateway.url}/tools/${path}`,
  });
  const polled = await askAsView(client, handle, "tools/call", { name: "poll-system-stats", arguments: {} });
  expect(polled.result.structuredContent).toHaveProperty("memory");
  const model = await client.call("monitor.poll_system_stats");
  expect(model.content[0]?.text).toBe("Error: Tool not found: monitor.poll_system_stats");
  const resources = await askAsView(client, handle, "resources/list");
  expect(resources.result.resources.length).toBeGreaterThan(0);
});

test("a handle opens its own View's source alone, to those it was given, and what is refused is recorded", async () => {
  const gateway = await startGateway();
  await addPublished(gateway, "clock", "server-basic-vanillajs");
  const client = await connectClient(gateway.mcpUrl);
  const { handle } = await show(client, "clock.get_time");
  const call = (name: string) => askAsView(client, handle, "tools/call", { name, arguments: {} });
  expect((await call("get-time")).result.content[0].type).toBe("text");

  for (const name of [
    "samples.notes.list",
    "notes.list",
    "../samples.notes.list",
    "call_tool",
    "__proto__",
  ]) {
    expect((await call(name)).result, name).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Error: Tool not found: clock\./) }],
    });
  }
  expect(await recorded(gateway)).toContainEqual(
    expect.objectContaining({ path: "clock.samples.notes.list", outcome: "not_found" }),
  );
  for (const uri of ["ui://samples/notes", "ui://toolshed/view.html"])
    expect(await askAsView(client, handle, "resources/read", { uri })).toHaveProperty("error");
  expect((await askAsView(client, handle, "tools/list")).error.code).toBe(-32_601);

  const other = await connectClient(await newEndpoint(gateway, "other"));
  const bob = await join(gateway, "Bob", "member");
  const made = await bob.send("POST", "/endpoints", { name: "bob" });
  const ofBob = await connectClient(`${gateway.url}/api/mcp/${made.body.token}`);
  const [text = "", signature = ""] = handle.split(".");
  const parts = JSON.parse(Buffer.from(text, "base64url").toString());
  const altered = Buffer.from(JSON.stringify(parts).replace("clock", "samples")).toString("base64url");
  for (const [from, given] of [
    [other, handle],
    [ofBob, handle],
    [client, `${altered}.${signature}`],
    [client, "guess"],
  ] as const) {
    expect(await askAsView(from, given, "ui/open")).toMatchObject({
      error: { code: -32_000, data: { reason: "invalid" } },
    });
  }
  expect(await recorded(gateway)).toContainEqual(
    expect.objectContaining({ path: "view_request", outcome: "denied" }),
  );
});

test("the handle of a tool without a View opens that tool alone, and the renderers", async () => {
  const gateway = await startGateway();
  const client = await connectClient(gateway.mcpUrl);
  const path = "samples.notes.update";
  const { answer, handle } = await show(client, path, { id: "1", text: "Roadmap" });
  expect(answer._meta?.["toolshed/view"]).toEqual({
    path,
    title: expect.any(String),
    handle,
    hasView: false,
  });
  const { result: opened } = await askAsView(client, handle, "ui/open");
  expect(Object.keys(opened)).toEqual(["tool", "dashboardUrl"]);
  expect(opened.tool).toMatchObject({ name: path, inputSchema: { type: "object" } });
  const call = (name: unknown, args = {}) =>
    askAsView(client, handle, "tools/call", { name, arguments: args });
  expect((await call(path, { id: "1", text: "Plan" })).result).toMatchObject({ content: [{ type: "text" }] });

  const others = [
    "samples.notes.list",
    "samples.notes.delete",
    "notes.list",
    "search.x",
    "call_tool",
    "__proto__",
  ];
  for (const name of others) {
    expect(await call(name), name).toEqual({
      error: { code: -32_000, message: `This was shown for ${path}, and opens no other tool.` },
    });
  }
  expect((await call(7)).error.code).toBe(-32_602);
  for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"])
    expect((await askAsView(client, handle, method)).error.code, method).toBe(-32_601);
  const board = await askAsView(client, handle, "resources/read", { uri: "ui://samples/notes" });
  expect(board).toHaveProperty("error");
  expect(await recorded(gateway)).not.toContainEqual(expect.objectContaining({ path: "samples.notes.list" }));

  const part = async (name: unknown) => askAsView(client, handle, "ui/part", { name });
  for (const name of ["show", "chart", "markdown", "form"]) {
    const { contents } = await client.client.readResource({ uri: `ui://toolshed/${name}.js` });
    expect(contents).toEqual([
      { uri: `ui://toolshed/${name}.js`, mimeType: "text/javascript", text: (await part(name)).result.text },
    ]);
  }
  for (const name of ["view", "view.html", "../frame/show", "", 1, null, "__proto__"])
    expect((await part(name)).error.code, String(name)).toBe(-32_602);
  await expect(client.client.readResource({ uri: "ui://toolshed/view.js" })).rejects.toThrow();

  const careful = await connectClient(await newEndpoint(gateway, "careful", { approval: "deny" }));
  const removal = await show(careful, "samples.notes.delete", { id: "1" });
  const repeated = await askAsView(careful, removal.handle, "tools/call", {
    name: "samples.notes.delete",
    arguments: { id: "1" },
  });
  expect(repeated.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("this endpoint refuses destructive calls") }],
  });
});

test("a View does not outlive its endpoint, and keeps to what that may do", async () => {
  const gateway = await startGateway();
  await addPublished(gateway, "monitor", "server-system-monitor");
  const narrow = await connectClient(
    await newEndpoint(gateway, "narrow", { allow: ["monitor.get_system_info"] }),
  );
  const { handle } = await show(narrow, "monitor.get_system_info");
  const polled = await askAsView(narrow, handle, "tools/call", { name: "poll-system-stats" });
  expect(polled.result.content[0].text).toBe("Error: Tool not found: monitor.poll_system_stats");
  // A tool comes with its View, and with nothing else of its source.
  const { result } = await askAsView(narrow, handle, "ui/open");
  expect(result.html).toContain("<html");
  expect(await askAsView(narrow, handle, "resources/list")).toHaveProperty("error");
  const [page] = await recorded(gateway);
  expect(page).toMatchObject({ path: "monitor.resources", outcome: "ok" });

  const { endpoints } = (await (await requestAsCommand(gateway, "GET", "/endpoints")).json()) as {
    endpoints: { id: string; name: string }[];
  };
  const { id } = endpoints.find(({ name }) => name === "narrow") ?? {};
  await requestAsCommand(gateway, "DELETE", `/endpoints/${id}`);
  await expect(askAsView(narrow, handle, "ui/open")).rejects.toThrow();
});

test("a View keeps nothing once its tool has another View, and the record tells its calls apart", async () => {
  const gateway = await startGateway();
  const upstream = await startViewUpstream();
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  await requestAsCommand(gateway, "POST", "/sources", { id: "face", kind: "mcp", config });
  const url = await newEndpoint(gateway, "narrow", { allow: ["face.show", "face.poll", "face.prompts"] });
  const client = await connectClient(url);
  const { handle } = await show(client, "face.show");
  const poll = () => askAsView(client, handle, "tools/call", { name: "poll", arguments: {} });
  expect((await poll()).result.content[0].text).toBe("polled");
  expect(await recorded(gateway)).toContainEqual(
    expect.objectContaining({ path: "face.poll", client: expect.stringMatching(/^View of face\.show in /) }),
  );
  // What belongs to prompts is said by the method alone.
  const asPrompts = { uri: "ui://face/page", ref: { type: "ref/prompt" } };
  expect((await askAsView(client, handle, "resources/read", asPrompts)).error.message).toBe(
    "face.resources is not open to this endpoint.",
  );

  upstream.uri = "ui://face/other";
  await requestAsCommand(gateway, "POST", "/sources/face/refresh", {});
  for (const method of ["ui/open", "tools/call", "resources/list"]) {
    const { error } = await askAsView(client, handle, method, { name: "poll", arguments: {} });
    expect(error.message, method).toBe("face.show has another View now. Ask for it again to use it.");
  }
});

test("a pinned tool's View calls the tools pinned beside it, by their server's names, and no other", async () => {
  const gateway = await startGateway();
  await addPublished(gateway, "clock", "server-basic-vanillajs");
  const pins = ["clock.get_time", "samples.notes.list", "samples.notes.create"];
  const { client } = await connectClient(await newEndpoint(gateway, "pinned", { pins }));
  for (const name of ["get-time", "clock.get_time", "clock_get_time", "samples.notes.list"])
    expect(await client.callTool({ name }), name).not.toHaveProperty("isError", true);
  for (const name of ["samples.notes.delete", "notes.list", "call_tool"])
    await expect(client.callTool({ name }), name).rejects.toThrow("Unknown tool");
});

test("a View keeps nothing once its tool is closed to the person", async () => {
  const gateway = await startGateway();
  const upstream = await startViewUpstream();
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  await requestAsCommand(gateway, "POST", "/sources", { id: "face", kind: "mcp", config });
  await requestAsCommand(gateway, "PUT", "/roles/looker", { patterns: ["face.*"] });
  const bob = await join(gateway, "Bob", "looker");
  const made = await bob.send("POST", "/endpoints", { name: "bob" });
  const client = await connectClient(`${gateway.url}/api/mcp/${made.body.token}`);
  const { handle } = await show(client, "face.show");
  const poll = () => askAsView(client, handle, "tools/call", { name: "poll", arguments: {} });
  expect((await poll()).result.content[0].text).toBe("polled");
  await requestAsCommand(gateway, "PUT", "/roles/looker", { patterns: ["face.poll", "face.resources"] });
  expect((await poll()).error.message).toBe("face.show is not open to you any more.");
  expect((await askAsView(client, handle, "resources/list")).error.message).toBe(
    "face.show is not open to you any more.",
  );
});

test("the frame names the domains and permissions of the Views that were reviewed, and of no other", async () => {
  const gateway = await startGateway();
  const upstream = await startViewUpstream();
  const csp = {
    connectDomains: ["https://api.example.com"],
    resourceDomains: ["https://cdn.example.com", "x; y"],
  };
  const permissions = { camera: {}, "midi *; fullscreen": {} };
  upstream.view = { ...upstream.view, _meta: { ui: { csp, permissions } } };
  const config = { transport: "http", url: upstream.url, allowPrivate: true };
  const added = await requestAsCommand(gateway, "POST", "/sources", { id: "face", kind: "mcp", config });
  expect(added.status).toBe(201);
  const { client, use } = await connectClient(gateway.mcpUrl);
  const readFrame = async () => {
    const { contents } = await client.readResource({ uri: "ui://toolshed/view.html" });
    const [page] = contents as unknown as {
      mimeType: string;
      text: string;
      _meta: { ui: { csp: object; permissions: object } };
    }[];
    expect(page?.mimeType).toBe("text/html;profile=mcp-app");
    const [, declared = ""] = /id="declared">(.*?)<\/script>/.exec(page?.text ?? "") ?? [];
    expect(JSON.parse(declared)).toEqual(page?._meta.ui.csp);
    const { csp, permissions } = page?._meta.ui ?? {};
    return { ...csp, permissions };
  };
  const reviewed = {
    connectDomains: [gateway.url, "https://api.example.com"].sort(),
    resourceDomains: ["https://cdn.example.com"],
    permissions: { clipboardWrite: {}, camera: {} },
  };
  expect(await readFrame()).toEqual(reviewed);

  upstream.view = { ...upstream.view, _meta: { ui: { csp: { connectDomains: ["https://evil.example"] } } } };
  const { handle } = await show({ use }, "face.show");
  const opened = await askAsView({ use }, handle, "ui/open");
  expect(opened.error.message).toContain("is not as an admin has seen it");
  expect(await readFrame()).toEqual({
    connectDomains: [gateway.url],
    resourceDomains: [],
    permissions: { clipboardWrite: {} },
  });
});

test("a plugin's View comes from a file beside it, and follows the file", async () => {
  const gateway = await startGateway();
  const folder = joinPath(gateway.home, "plugins");
  mkdirSync(folder, { recursive: true });
  const page = joinPath(folder, "board.html");
  writeFileSync(page, "<p>first</p>");
  writeFileSync(
    joinPath(folder, "board.ts"),
    `import { definePlugin, defineTool } from "@toolshed/sdk";
     import { z } from "zod";
     export default definePlugin({
       id: "board", name: "Board", description: "",
       tools: {
         show: defineTool({
           name: "Show", description: "Shows the board", inputSchema: z.object({}), readOnly: true,
           handler: () => "the board",
           view: { file: new URL("./board.html", import.meta.url), csp: { connectDomains: ["https://api.example.com"] } },
         }),
         save: defineTool({
           name: "Save", description: "Saves the board", inputSchema: z.object({ text: z.string() }),
           handler: (_, { text }) => "saved " + text,
           view: { visibility: ["app"] },
         }),
       },
     });`,
  );
  const added = await runCommand(["add", "plugin", joinPath(folder, "board.ts")], {
    TOOLSHED_HOME: gateway.home,
  });
  expect(added.code, added.stderr).toBe(0);
  const client = await connectClient(gateway.mcpUrl);
  const { handle, answer } = await show(client, "board.show");
  expect(answer.content[0]?.text).toBe("the board");
  const open = async () => (await askAsView(client, handle, "ui/open")).result;
  expect(await open()).toMatchObject({
    html: "<p>first</p>",
    csp: { connectDomains: ["https://api.example.com"] },
    tool: { name: "board.show" },
  });
  writeFileSync(page, "<p>second</p>");
  expect((await open()).html).toBe("<p>second</p>");
  for (const name of ["board.save", "save"]) {
    const saved = await askAsView(client, handle, "tools/call", { name, arguments: { text: "x" } });
    expect(saved.result.content[0].text).toBe("saved x");
  }
  expect((await client.call("board.save", { text: "x" })).isError).toBe(true);
});

test("toolshed serve shows Views as well", async () => {
  const gateway = await startGateway();
  await addPublished(gateway, "clock", "server-basic-vanillajs");
  const client = new Client({ name: "desktop", version: "1" });
  onTestFinished(() => client.close());
  const env = { ...(process.env as Record<string, string>), TOOLSHED_HOME: gateway.home };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [commandFile, "serve"], env }),
  );
  const use = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })) as never;
  const { contents } = await client.readResource({ uri: "ui://toolshed/view.html" });
  expect((contents[0] as { text: string }).text).toContain("<html");
  await expect(client.readResource({ uri: "ui://nothing/there" })).rejects.toThrow("Resource not found");
  const { handle } = await show({ use }, "clock.get_time");
  expect((await askAsView({ use }, handle, "ui/open")).result.html).toContain("<html");
  const called = await askAsView({ use }, handle, "tools/call", { name: "get-time", arguments: {} });
  expect(called.result.content[0].type).toBe("text");
});

test("the sample notes come with a board, which calls the tools of its plugin by their paths", async () => {
  const gateway = await startGateway();
  const client = await connectClient(gateway.mcpUrl);
  const created = await show(client, "samples.notes.create", { title: "Roadmap", text: "Search first" });
  const { handle, answer } = await show(client, "samples.notes.list");
  expect(answer.structuredContent).toMatchObject({ total: 1, notes: [{ title: "Roadmap" }] });
  for (const shown of [created.handle, handle]) {
    const { result } = await askAsView(client, shown, "ui/open");
    expect(result.html).toContain("<title>Notes</title>");
    expect(result.csp).toBeUndefined();
  }
  const [{ id }] = (answer.structuredContent as { notes: { id: string }[] }).notes as [{ id: string }];
  const call = async (name: string, args: object) =>
    (await askAsView(client, handle, "tools/call", { name, arguments: args })).result;
  expect(await call("samples.notes.update", { id, text: "Views next" })).toMatchObject({
    structuredContent: { id, title: "Roadmap", text: "Views next" },
  });
  expect((await call("samples.notes.delete", { id })).isError).toBeFalsy();
  expect((await call("samples.notes.list", {})).structuredContent).toEqual({ notes: [], total: 0 });
});

test("a destructive call of a View in the dashboard waits for the person, and no other approval counts for it", async () => {
  const gateway = await startGateway();
  const ask = async (method: "GET" | "POST", path: string, body?: object) =>
    (await requestAsCommand(gateway, method, path, body)).json();
  const make = { arguments: { title: "Roadmap", text: "Search first" }, show: true };
  const made = await ask("POST", "/tools/samples.notes.create/call", make);
  const { id } = made.structuredContent;
  const { handle } = made._meta["toolshed/view"];
  const asView = (name: string, args: object = {}) =>
    ask("POST", "/views/request", { handle, method: "tools/call", params: { name, arguments: args } });
  const remove = () => asView("samples.notes.delete", { id });

  // What only reads is answered without a question.
  expect((await asView("samples.notes.list")).result.structuredContent.total).toBe(1);
  const first = await remove();
  expect(first).toMatchObject({ approvalId: expect.any(String), result: { isError: true } });
  expect(await remove()).toMatchObject({ approvalId: first.approvalId });
  expect((await asView("samples.notes.list")).result.structuredContent.total).toBe(1);
  expect(await ask("GET", `/approvals/${first.approvalId}`)).toMatchObject({
    path: "samples.notes.delete",
    arguments: { id },
    state: "waiting",
  });

  await requestAsCommand(gateway, "POST", `/approvals/${first.approvalId}`, { approved: false });
  const second = await remove();
  expect(second.approvalId).not.toBe(first.approvalId);
  await requestAsCommand(gateway, "POST", `/approvals/${second.approvalId}`, { approved: true });
  // The same call of a person is another one.
  const rule = { pattern: "samples.notes.delete", effect: "ask" };
  const { id: ruleId } = await ask("POST", "/approvals/rules", rule);
  const byHand = await ask("POST", "/tools/samples.notes.delete/call", { arguments: { id } });
  expect(byHand.isError).toBe(true);
  await requestAsCommand(gateway, "DELETE", `/approvals/rules/${ruleId}`);

  expect((await remove()).result.isError).toBeFalsy();
  expect((await asView("samples.notes.list")).result.structuredContent.total).toBe(0);
  await ask("POST", "/approvals/rules", { pattern: "samples.notes.delete", effect: "allow" });
  expect(await asView("samples.notes.delete", { id: "gone" })).not.toHaveProperty("approvalId");
});
