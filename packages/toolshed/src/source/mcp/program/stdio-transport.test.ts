import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createFloodGuard } from "../transport/upstream-transport.ts";
import type { RunningPrograms } from "./running-programs.ts";
import { StdioTransport } from "./stdio-transport.ts";

test("many messages to a program that is slow to read wait with one listener", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  const transport = new StdioTransport({
    command: process.execPath,
    args: ["-e", "setTimeout(() => {}, 60_000)"],
    env: {},
    programs: { add() {}, remove() {} } as unknown as RunningPrograms,
    flood: createFloodGuard(),
    onStderr() {},
  });
  onTestFinished(async () => {
    process.off("warning", note);
    transport.fail("the test has ended");
    await transport.close();
  });
  await transport.start();
  const params = { text: "x".repeat(20_000) };
  const sent = Array.from({ length: 20 }, () =>
    transport.send({ jsonrpc: "2.0", method: "notifications/x", params }),
  );
  // Warnings come in the same turn of the event loop.
  await setImmediate();
  expect(warnings).toEqual([]);
  transport.fail("has read nothing");
  await Promise.all(sent);
});
