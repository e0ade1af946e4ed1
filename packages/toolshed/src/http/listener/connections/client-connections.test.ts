import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { ClientConnections, type ConnectionsOptions } from "./client-connections.ts";

class FakeSocket extends EventEmitter {
  destroyed = false;
  idleMs = 0;
  readonly headers = new Map<string, string>();
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy() {
    this.destroyed = true;
    this.emit("close");
  }

  setTimeout(ms: number) {
    this.idleMs = ms;
  }
}

const asSocket = (socket: FakeSocket) => socket as unknown as Socket;

function createShared(options: Partial<ConnectionsOptions>) {
  const connections = new ClientConnections({ freshMs: 0, ...options });
  const request = connections.counting(() => {});
  return {
    connections,
    open(address = "10.0.0.1") {
      const socket = new FakeSocket(address);
      connections.add(asSocket(socket));
      return socket;
    },
    /** Begins a request and returns what ends it. */
    request(socket: FakeSocket, rank?: "stranger" | "agent" | "person", key = "k", endpoint?: string) {
      const asked = { socket } as unknown as IncomingMessage;
      const response = Object.assign(new EventEmitter(), {
        shouldKeepAlive: true,
        setHeader: (name: string, value: string) => socket.headers.set(name, value),
        removeHeader: (name: string) => socket.headers.delete(name),
      }) as unknown as ServerResponse;
      request(asked, response);
      if (rank) connections.identify(asked, response, { rank, owner: key, endpoint });
      return () => response.emit("close");
    },
  };
}

const areOpen = (sockets: readonly FakeSocket[]) => sockets.map(({ destroyed }) => !destroyed);

test("closes the oldest idle connection of the address with most of them", () => {
  const { connections, open } = createShared({ max: 4, maxStrangers: 3 });
  const flood = [open("10.0.0.1"), open("10.0.0.1")];
  const other = open("10.0.0.2");
  const next = open("10.0.0.1");
  expect(areOpen([...flood, other, next])).toEqual([false, true, true, true]);
  expect(connections.counts).toEqual({ open: 3, strangers: 3, closedForRoom: 1, refused: 0 });
});

test("takes room from strangers first, then from agents, and last from people", () => {
  const { open, request } = createShared({ max: 3, maxStrangers: 3, maxAgents: 3 });
  const [person, agent, stranger] = [open(), open(), open()];
  request(person, "person", "ann")();
  request(agent, "agent", "e1")();
  const second = open();
  request(second, "person", "bob")();
  expect(areOpen([person, agent, stranger, second])).toEqual([true, true, false, true]);
  const third = open();
  request(third, "person", "cid")();
  expect(areOpen([person, agent, second, third])).toEqual([true, false, true, true]);
});

test("never closes a connection with a request for a new one, which is refused instead", () => {
  const { connections, open, request } = createShared({ max: 2, maxStrangers: 2 });
  const busy = [open(), open()];
  const ends = busy.map((socket) => request(socket));
  expect(open().destroyed).toBe(true);
  expect(connections.counts.refused).toBe(1);
  ends[0]?.();
  const next = open();
  expect(areOpen([...busy, next])).toEqual([false, true, true]);
});

test("bounds the connections of one endpoint", () => {
  const { open, request } = createShared({ maxPerKey: 2 });
  const sockets = [open(), open(), open()];
  for (const socket of sockets) request(socket, "agent", "e1")();
  expect(areOpen(sockets)).toEqual([false, true, true]);
});

test("keeps idle connections of strangers for a short time only, and tells them", () => {
  const { open, request } = createShared({ strangerIdleMs: 5_000 });
  const [stranger, person] = [open(), open()];
  request(stranger, "stranger", "10.0.0.1")();
  request(person, "person", "ann")();
  expect([stranger.idleMs, person.idleMs]).toEqual([5_000, 0]);
  expect([...stranger.headers.values()]).toEqual(["keep-alive", "timeout=5"]);
  expect(person.headers.size).toBe(0);
});

test("counts what comes through a proxy by the address that the proxy names", () => {
  const { open, request } = createShared({ max: 4, maxStrangers: 4 });
  const sockets = [open("proxy"), open("proxy"), open("proxy"), open("proxy")];
  const clients = ["a", "b", "b", "c"];
  for (const [index, socket] of sockets.entries()) request(socket, "stranger", clients[index])();
  open("proxy");
  expect(areOpen(sockets)).toEqual([true, false, true, true]);
});

test("reports pressure", () => {
  const onPressure = vi.fn();
  const { open } = createShared({ maxStrangers: 1, onPressure });
  open();
  expect(onPressure).not.toHaveBeenCalled();
  open();
  expect(onPressure).toHaveBeenCalledOnce();
});

test("gives a new connection the time for its first request", () => {
  let now = 0;
  const { open, request } = createShared({ max: 3, maxStrangers: 3, freshMs: 2_000, now: () => now });
  const agents = [open(), open()];
  for (const [index, socket] of agents.entries()) request(socket, "agent", "flood", `e${index}`)();
  const fresh = open("10.0.0.9");
  const next = open("10.0.0.8");
  expect(areOpen([...agents, fresh, next])).toEqual([false, true, true, true]);
  now = 2_001;
  open("10.0.0.7");
  expect(areOpen([fresh, next]).filter(Boolean)).toHaveLength(1);
});

test("counts the endpoints of a person together", () => {
  const { open, request } = createShared({ max: 5, maxStrangers: 5 });
  const flood = [open(), open(), open()];
  for (const [index, socket] of flood.entries()) request(socket, "agent", "mallory", `e${index}`)();
  const honest = [open(), open()];
  for (const socket of honest) request(socket, "agent", "ann", "laptop")();
  request(open(), "agent", "bob", "desk")();
  expect(areOpen(honest)).toEqual([true, true]);
  expect(areOpen(flood)).toEqual([false, true, true]);
});

test("keeps connections of proxies as long as others", () => {
  const { open, request } = createShared({ isProxy: () => true });
  const socket = open();
  request(socket, "stranger", "203.0.113.7")();
  expect([socket.idleMs, socket.headers.size]).toEqual([0, 0]);
});
