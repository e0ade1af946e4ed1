import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { App, AppBridge } from "../../peers/ext-apps-2.0.ts";
import { nodeStage } from "./node-stage.ts";
import type { Version } from "./pairings.ts";
import { type Major, type RealServer, startRealServer } from "./real-server.ts";
import { appInfo, ask, failure, hostInfo, nextValue, onNotification, ping, said } from "./scene.ts";

// A View, a host and a real server behind it. The official hosts take the client of one SDK major only.
const hosts: { host: Version; major: Major }[] = [
  { host: "1.7", major: "1.x" },
  { host: "2.0", major: "2.x" },
  { host: "ours", major: "1.x" },
  { host: "ours", major: "2.x" },
];

describe.each(hosts)("host $host with a client of SDK $major", ({ host, major }) => {
  const isOfficial = host !== "ours";
  let real: RealServer;
  let app: App;
  let bridge: AppBridge;

  beforeEach(async () => {
    if (isOfficial) {
      for (const level of ["debug", "log", "warn"] as const)
        vi.spyOn(console, level).mockImplementation(() => {});
    }
    real = await startRealServer(major);
    const stage = nodeStage({ view: "ours", host });
    app = stage.createApp(appInfo, {}, { autoResize: false });
    bridge = stage.createBridge(real.client, hostInfo, { serverTools: {}, serverResources: {} });
  });
  afterEach(async () => {
    await app.close();
    await bridge.close();
    await real.close();
    vi.restoreAllMocks();
  });

  async function connect(): Promise<void> {
    const { view, host: end } = await nodeStage({ view: "ours", host }).createLink();
    await bridge.connect(end);
    await app.connect(view);
  }

  it("calls tools", async () => {
    await connect();
    expect(await app.callServerTool({ name: "add", arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ type: "text", text: "3" }],
      structuredContent: { sum: 3 },
      _meta: { trace: 1 },
    });
    expect(await app.callServerTool({ name: "fail" })).toMatchObject({ isError: true });
  });

  it("reads and lists resources, and lists prompts and templates", async () => {
    await connect();
    const { resources } = await app.listServerResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["ui://real/view.html"]);
    const { contents } = await app.readServerResource({ uri: "ui://real/view.html" });
    expect(contents).toMatchObject([{ uri: "ui://real/view.html", text: "<p>" }]);
    expect(await ask(app, "prompts/list", {})).toMatchObject({ prompts: [{ name: "greet" }] });
    expect(await ask(app, "resources/templates/list", {})).toMatchObject({ resourceTemplates: [] });
  });

  it("tells the View of changed lists", async () => {
    const told = ["tools", "resources", "prompts"].map((kind) => {
      const { value, give } = nextValue<string>();
      onNotification(app, `notifications/${kind}/list_changed`, () => give(kind));
      return value;
    });
    await connect();
    real.server.sendToolListChanged();
    real.server.sendResourceListChanged();
    real.server.sendPromptListChanged();
    expect(await Promise.all(told)).toEqual(["tools", "resources", "prompts"]);
  });

  it("carries the View's abort to the server", async () => {
    await connect();
    const controller = new AbortController();
    const answer = failure(() =>
      app.callServerTool({ name: "slow", arguments: {} }, { signal: controller.signal }),
    );
    await real.slowStarted;
    controller.abort(new Error("enough"));
    expect(said(await answer, "enough")).toBe(true);
    expect(await real.slowStopped).toBe("aborted");
  });

  it(
    isOfficial
      ? "lets a View call what is for the model only"
      : "keeps a View from what is for the model only",
    async () => {
      await connect();
      const { answered } = await failure(() => app.callServerTool({ name: "model-only" }));
      expect(answered !== undefined).toBe(isOfficial);
    },
  );

  it(isOfficial ? "replaces handlers set before connect" : "keeps handlers set before connect", async () => {
    bridge.oncalltool = async () => ({ content: [{ type: "text", text: "own" }] });
    await connect();
    const { content } = await app.callServerTool({ name: "add", arguments: { a: 1, b: 2 } });
    expect(content).toEqual([{ type: "text", text: isOfficial ? "3" : "own" }]);
  });

  it("does not take the server's connection with it", async () => {
    await connect();
    await bridge.close();
    await expect(real.client.ping()).resolves.toBeDefined();
    await app.close();
    await connect();
    expect(await ping(app)).toEqual({});
  });
});
