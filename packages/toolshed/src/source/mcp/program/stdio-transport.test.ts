import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFloodGuard } from "../transport/upstream-transport.ts";
import type { RunningPrograms } from "./running-programs.ts";
import { StdioTransport } from "./stdio-transport.ts";

function openProgram(script: string, onStderr = (_: Buffer) => {}) {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ["-e", script],
    env: {},
    programs: { add() {}, remove() {} } as unknown as RunningPrograms,
    flood: createFloodGuard(),
    silentMs: 20_000,
    onStderr,
  });
  onTestFinished(async () => {
    transport.fail("the test has ended");
    await transport.close();
  });
  return transport;
}

function fakeTimers() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test("ends a program that says nothing for 20 seconds", async () => {
  fakeTimers();
  const transport = openProgram("setInterval(() => {}, 60_000)");
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  vi.advanceTimersByTime(19_999);
  expect(transport.reason).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(transport.reason).toBe("started but didn't answer within 20 seconds");
  await closed;
});

test("gives a program more time while it writes to its standard error", async () => {
  fakeTimers();
  let written = () => {};
  const wrote = new Promise<void>((resolve) => {
    written = resolve;
  });
  const script = "process.stdin.once('data', () => process.stderr.write('downloading'))";
  const transport = openProgram(script, () => written());
  await transport.start();
  vi.advanceTimersByTime(19_999);
  await transport.send({ jsonrpc: "2.0", method: "notifications/x" });
  await wrote;
  vi.advanceTimersByTime(19_999);
  expect(transport.reason).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(transport.reason).toBe("started but didn't answer within 20 seconds");
});

test("leaves a program alone that has sent a message", async () => {
  fakeTimers();
  const script = `console.log('{"jsonrpc":"2.0","method":"notifications/x"}'); setInterval(() => {}, 60_000)`;
  const transport = openProgram(script);
  const heard = new Promise<void>((resolve) => {
    transport.onmessage = () => resolve();
  });
  await transport.start();
  await heard;
  vi.advanceTimersByTime(60_000);
  expect(transport.reason).toBeUndefined();
});

test("ends a program that closes its standard input", async () => {
  const transport = openProgram("require('node:fs').closeSync(0); setInterval(() => {}, 60_000)");
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  const sending = async () => {
    for (;;) {
      await transport.send({ jsonrpc: "2.0", method: "notifications/x" });
      await setImmediate();
    }
  };
  await expect(sending()).rejects.toThrow("The program has ended");
  await closed;
  expect(transport.reason).toBe("closed its standard input");
});

test("many messages to a program that is slow to read wait with one listener", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => {
    process.off("warning", note);
  });
  const transport = openProgram("setTimeout(() => {}, 60_000)");
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
