import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Caller } from "../../policy/caller.ts";
import type { McpEndpoint } from "./endpoint.ts";
import type { Session } from "./session.ts";
import { createSessions } from "./sessions.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ann: Caller = {
  userId: "ann",
  role: "owner",
  via: "laptop",
  endpointId: "laptop",
  audience: "host",
  scope: { readOnly: false },
  approval: "host",
};
const client = { name: "old" };

function start() {
  const detached = vi.fn(async () => {});
  const endpoint: McpEndpoint = {
    info: () => ({ name: "test", version: "1" }),
    describe: () => ({ capabilities: {} }),
    handlers: {},
    attach: async () => ({ rootsChanged() {}, presenceChanged() {}, detach: detached }),
  };
  const sessions = createSessions();
  const begin = (caller: Caller) => sessions.begin(endpoint, client, caller);
  return { sessions, begin, detached };
}

test("a session belongs to the token that began it, while its permissions stay the same", async () => {
  const { sessions, begin } = start();
  const { id } = await begin(ann);
  expect(sessions.find(id, ann).client).toBe(client);
  for (const other of [
    { ...ann, endpointId: "phone" },
    { ...ann, userId: "bob" },
    { ...ann, scope: { readOnly: true } },
  ])
    expect(() => sessions.find(id, other)).toThrow("Session not found");
});

test("a session ends after 30 minutes without a request", async () => {
  const { sessions, begin, detached } = start();
  const { id } = await begin(ann);
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  sessions.find(id, ann);
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  sessions.find(id, ann);
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(() => sessions.find(id, ann)).toThrow("Session not found");
  expect(detached).toHaveBeenCalledOnce();
});

test("a person with 200 sessions loses the least recently used one, and nobody else does", async () => {
  const { sessions, begin, detached } = start();
  const bob = { ...ann, userId: "bob" };
  const others = await begin(bob);
  const own: Session[] = [];
  for (let count = 0; count < 200; count += 1) own.push(await begin(ann));
  sessions.find(own[0]?.id ?? "", ann);
  await begin(ann);
  expect(() => sessions.find(own[1]?.id ?? "", ann)).toThrow("Session not found");
  expect(sessions.find(own[0]?.id ?? "", ann)).toBe(own[0]);
  expect(sessions.find(others.id, bob)).toBe(others);
  expect(detached).toHaveBeenCalledOnce();
  await sessions.close();
  expect(detached).toHaveBeenCalledTimes(202);
});
