import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../../../../test/fixtures/listen.ts";
import { createWorkTurns } from "../../work/work-turns.ts";
import { Exchange } from "./exchange.ts";
import { type UnreadAnswer, UnreadAnswers } from "./unread-answers.ts";

const mb = 1024 * 1024;
/** More than the buffers of a connection take. */
const text = "x".repeat(24 * mb);

/** Requests of clients that read nothing until they are told to. */
async function open(options: ConstructorParameters<typeof UnreadAnswers>[1]) {
  const answers = new UnreadAnswers(createWorkTurns(), options);
  const arrived: ((exchange: { response: ServerResponse; unread: UnreadAnswer }) => void)[] = [];
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response);
    arrived.shift()?.({ response, unread: answers.open(exchange, request.headers["x-key"] as string) });
  });
  const port = await listen(server);
  return async (key: string) => {
    const arriving = new Promise<{ response: ServerResponse; unread: UnreadAnswer }>((resolve) =>
      arrived.push(resolve),
    );
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.pause().write(`GET / HTTP/1.1\r\nHost: x\r\nX-Key: ${key}\r\n\r\n`);
    return { socket, ...(await arriving) };
  };
}

test("what a person has not read is limited, and counts until it is read", async () => {
  const ask = await open({ maxPerKey: 64 * mb });
  const first = await ask("ann");
  first.response.end(text);
  first.unread.noteWritten();
  const second = await ask("ann");
  expect(await second.unread.admit(48 * mb)).toBe(false);
  expect(await (await ask("bob")).unread.admit(48 * mb)).toBe(true);
  first.socket.resume();
  await once(first.response, "close");
  expect(await second.unread.admit(48 * mb)).toBe(true);
});

test("what all people have not read is limited", async () => {
  const ask = await open({ maxTotal: 64 * mb, maxPerKey: 48 * mb });
  const ann = await ask("ann");
  expect(await ann.unread.admit(48 * mb)).toBe(true);
  const bob = await ask("bob");
  expect(await bob.unread.admit(48 * mb)).toBe(false);
  ann.socket.destroy();
  await once(ann.response, "close");
  expect(await bob.unread.admit(48 * mb)).toBe(true);
  expect(await (await ask("eve")).unread.admit(48 * mb)).toBe(false);
  // An answer to a client that has gone takes nothing.
  expect(await ann.unread.admit(8 * mb)).toBe(true);
  expect(await (await ask("eve")).unread.admit(16 * mb)).toBe(true);
});

test("an answer that turns out larger than there is room for ends the connection", async () => {
  const ask = await open({ maxPerKey: 16 * mb });
  const { response, unread } = await ask("ann");
  response.end(text);
  unread.noteWritten();
  expect(response.destroyed).toBe(true);
});

test("a client that reads nothing of a large answer is disconnected", async () => {
  const ask = await open({ idleMs: 20 });
  const { socket, response, unread } = await ask("ann");
  response.end(text);
  unread.noteWritten();
  await once(response, "close");
  let read = 0;
  socket.on("data", ({ length }) => {
    read += length;
  });
  socket.resume();
  await once(socket, "close");
  expect(read).toBeLessThan(text.length);
});

test("a stream whose events were all read may be idle", async () => {
  const ask = await open({});
  const { socket, response, unread } = await ask("ann");
  response.write(text);
  unread.noteWritten();
  socket.resume();
  await once(response, "drain");
  expect(response.listenerCount("timeout")).toBe(0);
  expect(response.socket?.timeout).toBe(0);
  expect(response.destroyed).toBe(false);
});
