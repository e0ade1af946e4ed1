import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ann } from "../../../../../test/fixtures/caller.ts";
import type { Caller } from "../../policy/caller.ts";
import type { McpRequest } from "./endpoint.ts";
import { metaKeys } from "./envelope.ts";
import type { Fields } from "./message.ts";
import { serveStdio } from "./stdio.ts";

const caller: Caller = { ...ann, userId: "", role: "", via: "stdio" };
const meta = { [metaKeys.version]: "2026-07-28", [metaKeys.capabilities]: {} };

function start(handle: (request: McpRequest) => Promise<object> | object = () => ({ content: [] })) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const endpoint = {
    info: () => ({ name: "test", version: "1" }),
    describe: () => ({ capabilities: { tools: {} } }),
    handlers: { "tools/call": handle },
  };
  const served = serveStdio({ endpoint, caller, input, output });
  let text = "";
  return {
    input,
    served,
    write: (message: unknown) => input.write(`${JSON.stringify(message)}\n`),
    async next(): Promise<Fields> {
      for (;;) {
        const end = text.indexOf("\n");
        if (end !== -1) {
          const line = text.slice(0, end);
          text = text.slice(end + 1);
          return JSON.parse(line);
        }
        text += await new Promise<Buffer>((resolve) => output.once("data", resolve));
      }
    },
  };
}

const request = (id: number, method: string, params: Fields = {}) => ({ jsonrpc: "2.0", id, method, params });
const initialize = (capabilities: Fields = {}) =>
  request(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities,
    clientInfo: { name: "Old Client", version: "1" },
  });

test("serves both eras on one pipe, by what each message says", async () => {
  const { write, next } = start(({ client }) => ({ content: [{ type: "text", text: client.name }] }));
  write(request(0, "server/discover", { _meta: meta }));
  expect(await next()).toMatchObject({ id: 0, result: { supportedVersions: ["2026-07-28"] } });
  write(initialize());
  expect(await next()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
  write(request(2, "tools/call", { name: "x" }));
  expect(await next()).toMatchObject({ id: 2, result: { content: [{ text: "Old Client" }] } });
  const info = { [metaKeys.clientInfo]: { name: "New Client", version: "1" } };
  write(request(3, "tools/call", { name: "x", _meta: { ...meta, ...info } }));
  expect(await next()).toMatchObject({ id: 3, result: { content: [{ text: "New Client" }] } });
});

test("asks an older client by a request of its own", async () => {
  const { write, next } = start(async (asked) => ({
    answer: await asked.connection?.ask("elicitation/create", { message: "Who?" }, asked),
  }));
  write(initialize({ elicitation: {} }));
  await next();
  write(request(2, "tools/call", { name: "x" }));
  const question = await next();
  expect(question).toMatchObject({ method: "elicitation/create", params: { message: "Who?" } });
  write({ jsonrpc: "2.0", id: question.id, result: { action: "decline" } });
  expect(await next()).toMatchObject({ id: 2, result: { answer: { action: "decline" } } });
});

test("a call that is cancelled is not answered, and neither is one whose client has gone", async () => {
  const aborted: unknown[] = [];
  const { write, next, input, served } = start(
    ({ id, signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(id);
          resolve({});
        });
      }),
  );
  write(initialize());
  await next();
  write(request(2, "tools/call", { name: "x" }));
  write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
  write(request(3, "tools/call", { name: "x" }));
  write(request(4, "ping"));
  expect(await next()).toMatchObject({ id: 4 });
  expect(aborted).toEqual([2]);
  input.end();
  await served;
  expect(aborted).toEqual([2, 3]);
});

test("what is not a message is answered with an error, and the next one is served", async () => {
  const { input, write, next } = start();
  input.write("nonsense\n\n");
  expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
  write({ jsonrpc: "2.0", id: 1.5, method: "ping" });
  expect(await next()).toMatchObject({ id: null, error: { code: -32600 } });
  write(request(5, "tools/call", { name: "x", _meta: { ...meta, [metaKeys.version]: "2099-01-01" } }));
  expect(await next()).toMatchObject({ id: 5, error: { code: -32022 } });
  write(request(7, "initialize"));
  expect(await next()).toMatchObject({ id: 7, error: { code: -32602 } });
  const split = JSON.stringify(request(6, "ping"));
  input.write(split.slice(0, 10));
  input.write(`${split.slice(10)}\n`);
  expect(await next()).toMatchObject({ id: 6, result: {} });
});
