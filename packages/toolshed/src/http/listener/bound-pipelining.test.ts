import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../../../../test/fixtures/listen.ts";
import { answer } from "../answer.ts";
import { createBodyBudget } from "./body-budget.ts";
import { boundPipelining } from "./bound-pipelining.ts";
import { Exchange } from "./exchange.ts";
import { createPenalties } from "./penalties.ts";
import { readBody } from "./read-body.ts";

const head = "POST / HTTP/1.1\r\nHost: x\r\n";
const inPieces = (count: number, piece: string) =>
  `${head}Transfer-Encoding: chunked\r\n\r\n${`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(count)}0\r\n\r\n`;
const ok = { status: 200, body: {} };

const reading: RequestListener = (request, response) => {
  const account = createBodyBudget().open("ann", false);
  readBody(new Exchange(request, response), 4_000_000, account).then(
    (body) => body && answer(request, response, ok),
    () => {},
  );
};
const refusing: RequestListener = (request, response) => answer(request, response, ok);

/** Whether an address is refused after it has sent this. */
async function isPenalized(listener: RequestListener, text: string): Promise<boolean> {
  const penalties = createPenalties(() => false);
  const server = createServer(boundPipelining(listener, penalties));
  let address: string | undefined;
  server.on("connection", (socket) => {
    address = socket.remoteAddress;
  });
  const port = await listen(server);
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(text);
  await Promise.race([once(socket, "data"), once(socket, "close")]);
  if (listener === refusing) await once(socket.resume(), "close");
  return penalties.isOn(address);
}

test.each([
  { title: "many requests sent ahead", listener: reading, text: `${head}\r\n`.repeat(20) },
  { title: "a body in crumbs", listener: reading, text: inPieces(10_000, "[") },
  { title: "a body in crumbs that is not read", listener: refusing, text: inPieces(10_000, "[") },
])("an address that sends $title is refused next", async ({ listener, text }) => {
  expect(await isPenalized(listener, text)).toBe(true);
});

test("an address that sends a long body in pieces of a usual size is not", async () => {
  expect(await isPenalized(reading, inPieces(1_000, "x".repeat(1_000)))).toBe(false);
});
