import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../../../../test/fixtures/listen.ts";
import { boundPipelining } from "./bound-pipelining.ts";
import { Exchange } from "./exchange.ts";

test("ends every exchange of a connection that breaks, also those that were sent ahead", async () => {
  let begun = 0;
  let ended = 0;
  let allBegun = () => {};
  let allEnded = () => {};
  const beginning = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const ending = new Promise<void>((resolve) => {
    allEnded = resolve;
  });
  // Nothing is answered, so the responses of all but the first wait for their turn.
  const server = createServer(
    boundPipelining((request, response) => {
      new Exchange(request, response).atEnd(() => {
        ended += 1;
        if (ended === 8) allEnded();
      });
      begun += 1;
      if (begun === 8) allBegun();
    }),
  );
  const port = await listen(server);
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(8));
  await beginning;
  expect(ended).toBe(0);
  socket.resetAndDestroy();
  await ending;
});

test("an action that comes after the end runs immediately, and each runs once", async () => {
  let runs = 0;
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response);
    exchange.atEnd(() => {
      runs += 1;
      exchange.atEnd(() => {
        runs += 10;
      });
    });
    response.end("done");
  });
  const port = await listen(server);
  for (let count = 1; count <= 3; count += 1) {
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await expect.poll(() => runs).toBe(11 * count);
  }
});
