import type { Case } from "../case.ts";
import { closeScene, failure, ping } from "../scene.ts";

const hostCapabilities = { openLinks: {}, serverTools: { listChanged: true }, logging: {} };
const hostContext = {
  theme: "dark" as const,
  locale: "de-CH",
  displayMode: "inline" as const,
  availableDisplayModes: ["inline", "fullscreen"],
  containerDimensions: { maxHeight: 600, width: 320 },
  safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
  toolInfo: { id: 7, tool: { name: "show", inputSchema: { type: "object" } } },
};
const appCapabilities = {
  tools: { listChanged: true },
  availableDisplayModes: ["inline" as const, "pip" as const],
};

const nowhere = { start: async () => {}, send: async () => {}, close: async () => {} };

export const handshake: Case[] = [
  {
    name: "handshake: nothing is known before it",
    async run({ app, bridge }) {
      return [
        app.getHostVersion(),
        app.getHostCapabilities(),
        app.getHostContext(),
        bridge.getAppVersion(),
        bridge.getAppCapabilities(),
      ];
    },
    expected: [null, null, null, null, null],
  },
  {
    name: "handshake: the View learns of the host",
    setup: { hostCapabilities, hostContext },
    async run({ app, connect }) {
      await connect();
      return {
        version: app.getHostVersion(),
        capabilities: app.getHostCapabilities(),
        context: app.getHostContext(),
      };
    },
    expected: {
      version: { name: "host", version: "4.5.6" },
      capabilities: hostCapabilities,
      context: hostContext,
    },
  },
  {
    name: "handshake: the host learns of the View",
    setup: { appCapabilities, hostCapabilities },
    async run({ bridge, connect }) {
      await connect();
      return {
        version: bridge.getAppVersion(),
        capabilities: bridge.getAppCapabilities(),
        own: bridge.getCapabilities(),
      };
    },
    expected: {
      version: { name: "view", version: "1.2.3" },
      capabilities: appCapabilities,
      own: hostCapabilities,
    },
  },
  {
    name: "handshake: what the View sends",
    async run({ connect, sentByView }) {
      await connect();
      return sentByView.map(({ id: _, ...message }) => message);
    },
    expected: [
      {
        jsonrpc: "2.0",
        method: "ui/initialize",
        params: {
          protocolVersion: "2026-01-26",
          appInfo: { name: "view", version: "1.2.3" },
          appCapabilities: {},
        },
      },
      { jsonrpc: "2.0", method: "ui/notifications/initialized" },
    ],
  },
  {
    name: "handshake: what the host answers",
    async run({ connect, sentByHost }) {
      await connect();
      return sentByHost.map(({ id: _, ...message }) => message);
    },
    expected: [
      {
        jsonrpc: "2.0",
        result: {
          protocolVersion: "2026-01-26",
          hostInfo: { name: "host", version: "4.5.6" },
          hostCapabilities: {},
          hostContext: {},
        },
      },
    ],
  },
  {
    name: "handshake: an unknown context key survives",
    setup: { hostContext: { theme: "light", "x-vendor": { level: 3 } } },
    async run({ app, connect }) {
      await connect();
      return app.getHostContext();
    },
    expected: { theme: "light", "x-vendor": { level: 3 } },
  },
  {
    name: "handshake: an unknown style variable does not stop it",
    setup: { hostContext: { styles: { variables: { "--color-vendor-accent": "red" } } } },
    async run({ app, connect }) {
      try {
        await connect();
      } catch {
        return "rejected";
      }
      return app.getHostContext();
    },
    expected: { styles: { variables: { "--color-vendor-accent": "red" } } },
  },
  {
    name: "handshake: known style variables arrive as they were sent",
    setup: {
      hostContext: { styles: { variables: { "--font-sans": "Inter", "--color-text-primary": "#111" } } },
    },
    async run({ app, connect }) {
      await connect();
      return app.getHostContext();
    },
    expected: { styles: { variables: { "--font-sans": "Inter", "--color-text-primary": "#111" } } },
  },
  {
    name: "handshake: a host capability unknown to the View survives",
    setup: { hostCapabilities: { "x-host": { deep: 2 } } as never },
    async run({ app, connect }) {
      await connect();
      return app.getHostCapabilities();
    },
    expected: { "x-host": { deep: 2 } },
  },
  {
    name: "handshake: a View capability unknown to the host survives",
    setup: { appCapabilities: { "x-app": { deep: 1 } } as never },
    async run({ bridge, connect }) {
      await connect();
      return bridge.getAppCapabilities();
    },
    expected: { "x-app": { deep: 1 } },
  },
  {
    name: "handshake: experimental capabilities of the host reach the View",
    setup: { hostCapabilities: { experimental: { b: { on: true } } } as never },
    async run({ app, connect }) {
      await connect();
      return app.getHostCapabilities();
    },
    expected: { experimental: { b: { on: true } } },
  },
  {
    name: "handshake: experimental capabilities of the View reach the host",
    setup: { appCapabilities: { experimental: { a: { on: true } } } as never },
    async run({ bridge, connect }) {
      await connect();
      return bridge.getAppCapabilities();
    },
    expected: { experimental: { a: { on: true } } },
  },
  {
    name: "handshake: a View that speaks another version is still served",
    async run({ connect, sendAsView, sentByHost, settle }) {
      await connect();
      await sendAsView({
        id: "again",
        method: "ui/initialize",
        params: {
          protocolVersion: "1999-01-01",
          appInfo: { name: "old", version: "0" },
          appCapabilities: {},
        },
      });
      await settle();
      const answer = sentByHost.find(({ id }) => id === "again");
      return (answer?.result as { protocolVersion?: unknown })?.protocolVersion;
    },
    expected: "2026-01-26",
  },
  {
    name: "handshake: a connected View refuses a second connection",
    async run({ app, connect }) {
      await connect();
      const { message } = await failure(() => app.connect(nowhere));
      return /already connected/i.test(String(message));
    },
    expected: true,
  },
  {
    name: "handshake: a connected host refuses a second connection",
    async run({ bridge, connect }) {
      await connect();
      const { message } = await failure(() => bridge.connect(nowhere));
      return /already connected/i.test(String(message));
    },
    expected: true,
  },
  {
    name: "handshake: both sides connect again after close",
    setup: { hostContext: { theme: "dark" } },
    async run(scene) {
      await scene.connect();
      await closeScene(scene);
      await scene.connect();
      return [await ping(scene.app), await ping(scene.bridge), scene.app.getHostContext()];
    },
    expected: [{}, {}, { theme: "dark" }],
  },
  {
    name: "ping: both sides answer",
    async run({ app, bridge, connect }) {
      const pings: unknown[] = [];
      bridge.onping = (params) => {
        pings.push(params ?? null);
      };
      await connect();
      return [await ping(app), await ping(bridge), pings.length];
    },
    expected: [{}, {}, 1],
  },
];
