import { expect } from "vitest";

/** What a host sees of ./page/lone-view.ts, from the handshake to the teardown. */
export const wholeLife = {
  app: { name: "lone", version: "1.0.0" },
  logs: [{ input: { q: "x" } }, { result: { rows: 2 }, answer: { n: 42 } }, { theme: "dark" }],
  height: expect.any(Number),
  tools: [{ name: "title", inputSchema: { type: "object" } }],
  called: { content: [{ type: "text", text: "lone-view" }] },
  teardown: {},
};
