import { expect, test } from "vitest";
import * as methods from "../protocol/methods.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "./app.ts";
import { asked } from "./asked.ts";

const table = new Map<string, object>(Object.values(methods).map((row) => [row.method, row]));

test.each(Object.entries(asked))(
  "%s expects the result that the table states",
  (_name, { method, result }) => {
    expect(table.get(method)).toHaveProperty("result", result);
  },
);

test.each([
  ["callServerTool", { content: "text" }],
  ["readServerResource", { contents: [{}] }],
  ["listServerResources", {}],
  ["createSamplingMessage", { model: 1 }],
  ["sendMessage", { isError: "yes" }],
  ["openLink", { isError: "yes" }],
  ["downloadFile", { isError: "yes" }],
  ["requestDisplayMode", { mode: "huge" }],
] as const)("%s fails when the host answers with something else", async (name, result) => {
  const [inside, outside] = createMemoryTransports();
  outside.onmessage = async (message) => {
    if ("id" in message) await outside.send({ jsonrpc: "2.0", id: message.id as number, result });
  };
  await outside.start();
  const app = new App({ name: "view", version: "1" });
  await app.connect(inside);
  await expect(app[name]({} as never)).rejects.toMatchObject({ code: "INVALID_RESULT" });
});
