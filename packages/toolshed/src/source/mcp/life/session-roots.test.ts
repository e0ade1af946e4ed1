import { expect, test, vi } from "vitest";
import type { ClientRoots } from "../../source.ts";
import { SessionRoots } from "./session-roots.ts";

function createClient(name: string, changes: Partial<ClientRoots> = {}) {
  const answers: (() => void)[] = [];
  const roots = { roots: [{ uri: `file:///${name}` }] };
  let presence: "silent" | "listening" | "gone" = "listening";
  const client: ClientRoots = {
    session: {},
    isPresent: () => presence !== "gone",
    isListening: () => presence === "listening",
    isAllowed: async () => true,
    list: () => new Promise<typeof roots>((resolve) => answers.push(() => resolve(roots))),
    ...changes,
  };
  const set = (next: typeof presence) => {
    presence = next;
  };
  return { client, roots, set, answer: () => answers.shift()?.() };
}

function setUp() {
  const tellServer = vi.fn();
  return { roots: new SessionRoots(tellServer), tellServer };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("gives the server the roots of the only client, as often as it asks", async () => {
  const { roots, tellServer } = setUp();
  const only = createClient("only");
  roots.add(only.client);
  roots.change(only.client);
  await settled();
  expect(tellServer).toHaveBeenCalledOnce();
  const lists = [roots.list(), roots.list()];
  await settled();
  only.answer();
  only.answer();
  expect(await Promise.all(lists)).toEqual([only.roots, only.roots]);
});

test("gives the server no roots while two clients use it, during a call or not", async () => {
  const { roots, tellServer } = setUp();
  const [first, second] = [createClient("first"), createClient("second")];
  roots.add(first.client);
  roots.add(second.client);
  roots.change(second.client);
  await settled();
  expect(tellServer).not.toHaveBeenCalled();
  const ask = vi.fn(async () => second.roots);
  expect(await roots.list()).toBeUndefined();
  expect(await roots.list({ era: "legacy", session: second.client.session, ask })).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
});

test("counts a client that doesn't listen yet", async () => {
  const { roots } = setUp();
  const [first, second] = [createClient("first"), createClient("second")];
  second.set("silent");
  roots.add(first.client);
  roots.add(second.client);
  expect(await roots.list()).toBeUndefined();
});

test.each([
  ["outside of calls", false],
  ["during a call", true],
])("drops an answer %s that comes after another client", async (_, isCall) => {
  const { roots } = setUp();
  const [first, second] = [createClient("first"), createClient("second")];
  roots.add(first.client);
  const { session, list } = first.client;
  const listed = roots.list(isCall ? { era: "legacy", session, ask: list } : undefined);
  await settled();
  roots.add(second.client);
  first.answer();
  expect(await listed).toBeUndefined();
});

test.each(["leaves", "ends its session"])(
  "tells the server the changes of the last client when the other %s",
  async (how) => {
    const { roots, tellServer } = setUp();
    const [first, second] = [createClient("first"), createClient("second")];
    const end = roots.add(first.client);
    roots.add(second.client);
    roots.change(second.client);
    if (how === "leaves") first.set("gone");
    if (how === "leaves") roots.review();
    else end();
    await settled();
    expect(tellServer).toHaveBeenCalledOnce();
    const listed = roots.list();
    await settled();
    second.answer();
    expect(await listed).toEqual(second.roots);
  },
);

test("forwards a change announced before the client listened", async () => {
  const { roots, tellServer } = setUp();
  const { client, set } = createClient("early");
  set("silent");
  roots.add(client);
  roots.change(client);
  await settled();
  expect(tellServer).not.toHaveBeenCalled();
  set("listening");
  roots.review();
  await settled();
  expect(tellServer).toHaveBeenCalledOnce();
});

test("ignores a client that may not set roots", async () => {
  const { roots, tellServer } = setUp();
  const { client } = createClient("reader", { isAllowed: async () => false });
  roots.add(client);
  roots.change(client);
  await settled();
  expect(tellServer).not.toHaveBeenCalled();
  expect(await roots.list()).toBeUndefined();
});
