import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLineBatch } from "./line-batch.ts";

test("writes the lines of one turn together, in order and completely", async () => {
  const written: string[] = [];
  const log = createLineBatch((text) => {
    written.push(text);
  });
  log("first");
  log("second");
  expect(written).toEqual([]);

  await turn();
  expect(written).toEqual(["first\nsecond\n"]);

  log("third");
  process.emit("exit", 0);
  expect(written).toEqual(["first\nsecond\n", "third\n"]);
});
