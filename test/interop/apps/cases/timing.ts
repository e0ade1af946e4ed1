import type { Case } from "../case.ts";
import { failure, said } from "../scene.ts";

export const timing: Case[] = [
  {
    name: "strict: asking before the handshake is refused",
    setup: { appOptions: { strict: true, autoResize: false } },
    async run({ app }) {
      const asked = [
        await failure(() => app.callServerTool({ name: "add" })),
        await failure(() => app.sendMessage({ role: "user", content: [] })),
        await failure(() => app.openLink({ url: "https://example.com/" })),
        await failure(() => app.updateModelContext({})),
        await failure(() => app.requestDisplayMode({ mode: "pip" })),
      ];
      return asked.map((failed) => said(failed, "connect()"));
    },
    expected: [true, true, true, true, true],
  },
  {
    name: "strict: a handler for what has been sent already is refused",
    setup: { appOptions: { strict: true, autoResize: false } },
    async run({ app, connect }) {
      await connect();
      const late = await failure(() => {
        app.ontoolresult = () => {};
      });
      const inTime = await failure(() => {
        app.onhostcontextchanged = () => {};
      });
      return ["message" in late, "message" in inTime];
    },
    expected: [true, false],
  },
  {
    name: "strict: without it, late handlers still work",
    async run({ app, bridge, connect, settle }) {
      await connect();
      const seen: string[] = [];
      app.ontoolresult = () => seen.push("result");
      await bridge.sendToolResult({ content: [] });
      await settle();
      return seen;
    },
    expected: ["result"],
  },
];
