import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ProtocolError } from "./error.ts";
import { createMemoryTransports } from "./memory-transport.ts";
import type { JSONRPCMessage } from "./message.ts";
import { type IncomingRequest, Peer, type Receiver } from "./peer.ts";
import type { Transport } from "./transport.ts";

const deaf: Receiver = { handleRequest: () => ({}), handleNotification: () => {} };

/** Two peers, and everything that the first one sends. */
async function connectedPeers(receiver: Partial<Receiver> = {}) {
  const [near, far] = createMemoryTransports();
  const sent: JSONRPCMessage[] = [];
  const send = near.send.bind(near);
  near.send = (message) => {
    sent.push(message);
    return send(message);
  };
  const peer = new Peer(deaf);
  const other = new Peer({ ...deaf, ...receiver });
  await other.connect(far);
  await peer.connect(near);
  return { peer, other, sent, near, far };
}

const never = () => new Promise<never>(() => {});

describe("requests", () => {
  test("are answered with what the handler returns", async () => {
    const { peer } = await connectedPeers({ handleRequest: (method, params) => ({ method, params }) });
    const result = await peer.request({ method: "add", params: { a: 1 } });
    expect(result).toEqual({ method: "add", params: { a: 1 } });
  });

  test("count their ids from 1 and leave out params they do not have", async () => {
    const { peer, sent } = await connectedPeers();
    await peer.request({ method: "ping" });
    await peer.request({ method: "ping", params: {} });
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "ping", params: {} },
    ]);
    expect(sent[0]).not.toHaveProperty("params");
  });

  test("a handler that returns nothing answers {}", async () => {
    const { peer } = await connectedPeers({ handleRequest: () => undefined });
    expect(await peer.request({ method: "x" })).toEqual({});
  });

  test.each([
    ["an Error", new Error("broken"), { code: -32603, message: "broken" }],
    [
      "an error with a code",
      new ProtocolError(-32000, "no", { why: 1 }),
      { code: -32000, message: "no", data: { why: 1 } },
    ],
    [
      "an error with a code that is not a number",
      Object.assign(new Error("gone"), { code: "ENOENT" }),
      { code: -32603, message: "gone" },
    ],
    ["undefined", undefined, { code: -32603, message: "Internal error" }],
  ])("a handler that throws %s fails the request", async (_name, thrown, expected) => {
    const { peer } = await connectedPeers({
      handleRequest: () => {
        throw thrown;
      },
    });
    const error = await peer.request({ method: "x" }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject(expected);
  });

  test("refuses params that are not an object, without calling the handler", async () => {
    const handleRequest = vi.fn();
    const { near, sent } = await connectedPeers({ handleRequest });
    const answers: JSONRPCMessage[] = [];
    near.onmessage = (message) => answers.push(message);
    await near.send({ jsonrpc: "2.0", id: 7, method: "x", params: [1] as never });
    await expect.poll(() => answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ id: 7, error: { code: -32602 } });
    expect(handleRequest).not.toHaveBeenCalled();
    expect(sent).toHaveLength(1);
  });

  test("a result that cannot be sent fails the request instead of leaving it open", async () => {
    const { peer, other, far } = await connectedPeers();
    const onerror = vi.fn();
    other.onerror = onerror;
    const send = far.send.bind(far);
    far.send = async (message) => {
      if ("result" in message) throw new Error("could not be cloned");
      return send(message);
    };
    await expect(peer.request({ method: "x" })).rejects.toThrow("could not be cloned");
    expect(onerror).toHaveBeenCalledOnce();
  });

  test.each([
    ["null", { result: null }, "INVALID_RESULT"],
    ["text", { result: "done" }, "INVALID_RESULT"],
    ["an error that is text", { error: "no" }, -32603],
  ])("an answer that is %s fails the request", async (_name, answer, code) => {
    const { peer, near, far } = await connectedPeers({ handleRequest: never });
    const pending = peer.request({ method: "x" });
    await far.send({ jsonrpc: "2.0", id: 1, ...answer } as never);
    await expect(pending).rejects.toMatchObject({ code });
    expect(near).toBeDefined();
  });
});

describe("time", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test("a request waits 60 s, then gives up and says so", async () => {
    const { peer, sent } = await connectedPeers({ handleRequest: never });
    const failed = peer.request({ method: "x" }).catch((reason) => reason);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ code: "REQUEST_TIMEOUT", message: "Request timed out" });
    expect(sent[1]).toEqual({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "SdkError: Request timed out" },
    });
  });

  test("no timer of an answered request keeps the process running, and none outlives the connection", async () => {
    const { peer } = await connectedPeers();
    const timers = vi.spyOn(globalThis, "setTimeout");
    await peer.request({ method: "x" });
    await peer.request({ method: "x" });
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false, false]);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
    await peer.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an infinite timeout never fires", async () => {
    const { peer, sent } = await connectedPeers({ handleRequest: never });
    const request = peer.request({ method: "x" }, { timeout: Number.POSITIVE_INFINITY });
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    expect(sent).toHaveLength(1);
    await peer.close();
    await expect(request).rejects.toThrow("Connection closed");
  });

  async function progressing(options: { resetTimeoutOnProgress?: boolean; maxTotalTimeout?: number }) {
    const { peer, other, sent } = await connectedPeers({ handleRequest: never });
    const seen: unknown[] = [];
    const outcome = peer
      .request({ method: "x" }, { timeout: 1000, onprogress: (progress) => seen.push(progress), ...options })
      .catch((reason) => reason);
    const progress = (value: number) =>
      other.notification({
        method: "notifications/progress",
        params: { progressToken: 1, progress: value, total: 9 },
      });
    return { outcome, progress, seen, sent };
  }

  test("progress is requested and reported, and does not extend the timeout by default", async () => {
    const { outcome, progress, seen, sent } = await progressing({});
    expect(sent[0]).toMatchObject({ params: { _meta: { progressToken: 1 } } });
    await vi.advanceTimersByTimeAsync(900);
    await progress(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await outcome).toMatchObject({ code: "REQUEST_TIMEOUT" });
    expect(seen).toEqual([{ progress: 1, total: 9 }]);
  });

  test("progress starts the wait over where asked, up to the total", async () => {
    const { outcome, progress, seen } = await progressing({
      resetTimeoutOnProgress: true,
      maxTotalTimeout: 2500,
    });
    for (let step = 1; step <= 2; step++) {
      await vi.advanceTimersByTimeAsync(900);
      await progress(step);
    }
    await vi.advanceTimersByTimeAsync(699);
    expect(seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      code: "REQUEST_TIMEOUT",
      message: "Maximum total timeout exceeded",
    });
  });
});

describe("cancellation", () => {
  test("aborting rejects with the reason and aborts the handler, which is then not answered for", async () => {
    let incoming: IncomingRequest | undefined;
    const { peer, far } = await connectedPeers({
      handleRequest: (_method, _params, request) => {
        incoming = request;
        return new Promise((_, reject) =>
          request.controller.signal.addEventListener("abort", () => reject(new Error())),
        );
      },
    });
    const answers = vi.spyOn(far, "send");
    const controller = new AbortController();
    const pending = peer.request({ method: "x" }, { signal: controller.signal });
    controller.abort("enough");
    await expect(pending).rejects.toThrow(new Error("enough"));
    expect(incoming?.controller.signal.aborted).toBe(true);
    expect(incoming?.controller.signal.reason).toBe("enough");
    expect(answers).not.toHaveBeenCalled();
  });

  test("malformed messages are reported, and reach nobody who watches the transport", async () => {
    const [near, far] = createMemoryTransports();
    const watching = vi.fn();
    near.onmessage = watching;
    const peer = new Peer({ handleRequest: () => ({}), handleNotification: () => {} });
    const onerror = vi.fn();
    peer.onerror = onerror;
    await peer.connect(near);
    await far.start();
    await far.send({ jsonrpc: "2.0" } as never);
    expect(onerror).toHaveBeenCalledOnce();
    expect(watching).not.toHaveBeenCalled();
    await far.send({ jsonrpc: "2.0", method: "x" });
    expect(watching).toHaveBeenCalledOnce();
  });

  test("a signal that is aborted already sends nothing", async () => {
    const { peer, sent } = await connectedPeers();
    const asked = peer.request({ method: "x" }, { signal: AbortSignal.abort("late") });
    await expect(asked).rejects.toThrow(new Error("late"));
    expect(sent).toEqual([]);
  });

  test("an answer after the cancellation is not an error", async () => {
    const { peer, far } = await connectedPeers({ handleRequest: never });
    const onerror = vi.fn();
    peer.onerror = onerror;
    const controller = new AbortController();
    const pending = peer.request({ method: "x" }, { signal: controller.signal });
    controller.abort("enough");
    await pending.catch(() => {});
    await far.send({ jsonrpc: "2.0", id: 1, result: {} });
    expect(onerror).not.toHaveBeenCalled();
  });
});

describe("closing", () => {
  test.each(["peer", "other"] as const)(
    "by %s rejects what is pending, aborts what is served, tells once",
    async (who) => {
      const aborted = vi.fn();
      const peers = await connectedPeers({
        handleRequest: (_method, _params, { controller }) => {
          controller.signal.addEventListener("abort", aborted);
          return never();
        },
      });
      const onclose = vi.fn();
      peers.peer.onclose = onclose;
      const pending = peers.peer.request({ method: "x" });
      await Promise.all([
        peers[who].close(),
        expect(pending).rejects.toMatchObject({ code: "CONNECTION_CLOSED", message: "Connection closed" }),
      ]);
      await peers.peer.close();
      expect(onclose).toHaveBeenCalledOnce();
      expect(aborted).toHaveBeenCalledOnce();
      await expect(peers.peer.request({ method: "x" })).rejects.toMatchObject({ code: "NOT_CONNECTED" });
      await expect(peers.peer.notification({ method: "x" })).rejects.toThrow("Not connected");
    },
  );

  test("a peer can connect again, and no longer hears the transport it had", async () => {
    const handleNotification = vi.fn();
    const { other, far } = await connectedPeers({ handleNotification });
    const stale = far.onmessage;
    await other.close();
    const [near, next] = createMemoryTransports();
    await other.connect(next);
    stale?.({ jsonrpc: "2.0", method: "old" });
    expect(handleNotification).not.toHaveBeenCalled();
    await near.send({ jsonrpc: "2.0", method: "new" });
    expect(handleNotification).toHaveBeenCalledOnce();
  });

  test("a transport that does not start leaves the peer free", async () => {
    const peer = new Peer(deaf);
    const broken: Transport = {
      start: () => Promise.reject(new Error("no")),
      send: async () => {},
      close: async () => {},
    };
    await expect(peer.connect(broken)).rejects.toThrow("no");
    expect(peer.transport).toBeUndefined();
  });
});

test("those who watch a transport keep being told", async () => {
  const [near, far] = createMemoryTransports();
  const watched = vi.fn();
  near.onmessage = watched;
  const peer = new Peer(deaf);
  await peer.connect(near);
  await far.start();
  await far.send({ jsonrpc: "2.0", method: "x" });
  expect(watched).toHaveBeenCalledOnce();
});

describe("a channel that knows more than its messages", () => {
  /** A peer on a transport that notes what it is given. */
  async function watchedPeer(receiver: Partial<Receiver> = {}) {
    const sent: { message: JSONRPCMessage; extra: object | undefined }[] = [];
    const transport: Transport = {
      start: async () => {},
      close: async () => {},
      async send(message, extra) {
        sent.push({ message, extra });
      },
    };
    const peer = new Peer({ ...deaf, ...receiver });
    await peer.connect(transport);
    return { peer, transport, sent };
  }

  test("gets the extra of a request, also with its cancellation", async () => {
    const { peer, sent } = await watchedPeer();
    const extra = { exchange: 1 };
    const ending = new AbortController();
    const asked = peer.request({ method: "x" }, { extra, signal: ending.signal });
    ending.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    expect(sent).toMatchObject([
      { message: { id: 1, method: "x" }, extra },
      { message: { method: "notifications/cancelled", params: { requestId: 1 } }, extra },
    ]);
    expect(sent[1]?.extra).toBe(extra);
  });

  test("tells its extra to handlers and gets it back with the answer", async () => {
    const told: unknown[] = [];
    const { transport, sent } = await watchedPeer({
      handleRequest(_method, _params, { extra }) {
        told.push(extra);
      },
      handleNotification(_method, _params, extra) {
        told.push(extra);
      },
    });
    const extra = { exchange: 2 };
    transport.onmessage?.({ jsonrpc: "2.0", method: "news" }, extra);
    transport.onmessage?.({ jsonrpc: "2.0", id: 7, method: "x" }, extra);
    await expect.poll(() => sent).toHaveLength(1);
    expect(told).toEqual([extra, extra]);
    expect(sent[0]).toEqual({ message: { jsonrpc: "2.0", id: 7, result: {} }, extra });
  });

  test("adds its meta to every request and notification, under what they have themselves", async () => {
    const { peer, sent } = await watchedPeer();
    peer.meta = { version: 1, client: "us" };
    peer.request({ method: "x", params: { _meta: { client: "them" } } }, { onprogress() {} }).catch(() => {});
    await peer.notification({ method: "news" });
    expect(sent.map(({ message }) => message)).toEqual([
      {
        ...{ jsonrpc: "2.0", id: 1, method: "x" },
        params: { _meta: { version: 1, client: "them", progressToken: 1 } },
      },
      { jsonrpc: "2.0", method: "news", params: { _meta: { version: 1, client: "us" } } },
    ]);
  });

  test("is not notified about a request that is cancelled silently", async () => {
    const { peer, sent } = await watchedPeer();
    const signal = AbortSignal.abort(new Error("early"));
    const ending = new AbortController();
    const asked = peer.request({ method: "initialize" }, { cancelSilently: true, signal: ending.signal });
    ending.abort(new Error("late"));
    await expect(asked).rejects.toThrow("late");
    await expect(peer.request({ method: "x" }, { signal })).rejects.toThrow("early");
    expect(sent).toHaveLength(1);
  });

  test("can be ended by the other side for a request with an id of its own, and for no other", async () => {
    const { peer, transport, sent } = await watchedPeer();
    const listening = peer.request({ method: "listen" }, { id: "listen:1" });
    const counted = peer.request({ method: "x" });
    for (const requestId of [1, "listen:1"]) {
      const params = { requestId };
      transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    }
    await expect(listening).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    transport.onmessage?.({ jsonrpc: "2.0", id: 1, result: { still: "waiting" } });
    expect(await counted).toEqual({ still: "waiting" });
    expect(sent.map(({ message }) => "id" in message && message.id)).toEqual(["listen:1", 1]);
  });
});
