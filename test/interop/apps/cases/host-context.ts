import type { Case } from "../case.ts";

export const hostContext: Case[] = [
  {
    name: "host context: changes are merged before the handler runs",
    setup: { hostContext: { theme: "light", locale: "en" } },
    async run({ app, bridge, connect, settle }) {
      const seen: unknown[] = [];
      app.onhostcontextchanged = (params) => seen.push([params, app.getHostContext()]);
      await connect();
      await bridge.sendHostContextChange({ theme: "dark", displayMode: "fullscreen" });
      await settle();
      return seen;
    },
    expected: [
      [
        { theme: "dark", displayMode: "fullscreen" },
        { theme: "dark", displayMode: "fullscreen", locale: "en" },
      ],
    ],
  },
  {
    name: "host context: changes are merged without any handler",
    setup: { hostContext: { theme: "light" } },
    async run({ app, bridge, connect, settle }) {
      await connect();
      await bridge.sendHostContextChange({ locale: "fr" });
      await settle();
      return app.getHostContext();
    },
    expected: { theme: "light", locale: "fr" },
  },
  {
    name: "host context: setHostContext sends what changed, and only that",
    setup: { hostContext: { theme: "light", locale: "en" } },
    async run({ app, bridge, connect, settle }) {
      const seen: unknown[] = [];
      app.onhostcontextchanged = (params) => seen.push(params);
      await connect();
      bridge.setHostContext({ theme: "dark", locale: "en" });
      bridge.setHostContext({ theme: "dark", locale: "en" });
      await settle();
      return seen;
    },
    expected: [{ theme: "dark" }],
  },
  {
    name: "host context: after setHostContext both sides agree",
    setup: { hostContext: { theme: "light" } },
    async run(scene) {
      await scene.connect();
      scene.bridge.setHostContext({ locale: "fr" });
      await scene.settle();
      const view = scene.app.getHostContext();
      // What the host still knows is what a View that connects now is told.
      await scene.app.close();
      await scene.bridge.close();
      await scene.connect();
      return { view, again: scene.app.getHostContext() };
    },
    expected: { view: { theme: "light", locale: "fr" }, again: { theme: "light", locale: "fr" } },
  },
  {
    name: "host context: an unknown style variable in a change arrives",
    async run({ app, bridge, connect, settle }) {
      app.onerror = () => {};
      await connect();
      await bridge.sendHostContextChange({ styles: { variables: { "--vendor": "1px" } as never } });
      await settle();
      return app.getHostContext();
    },
    expected: { styles: { variables: { "--vendor": "1px" } } },
  },
];
