import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMemoryTransports } from "./memory-transport.ts";
import type { JSONRPCMessage } from "./message.ts";
import { MessagePortTransport } from "./message-port-transport.ts";
import type { Transport } from "./transport.ts";
import { PostMessageTransport } from "./window-transport.ts";

/** As much of a window as a transport needs: what is posted to it arrives as an event, if the origin fits. */
class FakeWindow extends EventTarget {
  readonly origin: string;
  constructor(origin: string) {
    super();
    this.origin = origin;
  }
  /** The window as another one sees it. */
  seenFrom(sender: FakeWindow): Window {
    const posted: string[] = [];
    return {
      posted,
      postMessage: (data: unknown, targetOrigin: string) => {
        posted.push(targetOrigin);
        if (targetOrigin === "*" || targetOrigin === this.origin) this.receive(data, sender);
      },
    } as unknown as Window;
  }
  receive(data: unknown, from: unknown, origin = (from as FakeWindow).origin): void {
    this.dispatchEvent(
      Object.assign(new Event("message"), { data: structuredClone(data), source: from, origin }),
    );
  }
}

/** `PostMessageTransport` listens on the global window, so each side gets its own while it starts and closes. */
function inWindow(window: FakeWindow, transport: Transport): Transport {
  const { start, close } = transport;
  const within = (run: () => Promise<void>) => (): Promise<void> => {
    vi.stubGlobal("window", window);
    return run.call(transport);
  };
  return Object.assign(transport, { start: within(start), close: within(close) });
}

function windowPair() {
  const host = new FakeWindow("https://host.example");
  const view = new FakeWindow("https://view.example");
  const toHost = host.seenFrom(view) as Window & { posted: string[] };
  const toView = view.seenFrom(host) as Window & { posted: string[] };
  const inView = inWindow(view, new PostMessageTransport(toHost, host as never));
  const inHost = inWindow(host, new PostMessageTransport(toView, view as never));
  return { host, view, toHost, toView, inView, inHost };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const pairs: Record<string, () => [Transport, Transport]> = {
  memory: createMemoryTransports,
  "a message channel": () => {
    const { port1, port2 } = new MessageChannel();
    return [new MessagePortTransport(port1), new MessagePortTransport(port2)];
  },
  windows: () => {
    const { inView, inHost } = windowPair();
    return [inView, inHost];
  },
};

describe.each(Object.entries(pairs))("over %s", (_name, createPair) => {
  const message: JSONRPCMessage = { jsonrpc: "2.0", id: 1, method: "x", params: { a: [1, { b: null }] } };

  test("messages arrive as they were sent, in order, both ways", async () => {
    const [one, two] = createPair();
    const atOne: unknown[] = [];
    const atTwo: unknown[] = [];
    one.onmessage = (received) => atOne.push(received);
    two.onmessage = (received) => atTwo.push(received);
    await one.start();
    await two.start();
    await one.send(message);
    await one.send({ ...message, id: 2 });
    await two.send({ jsonrpc: "2.0", id: 1, result: {} });
    await expect.poll(() => atTwo).toEqual([message, { ...message, id: 2 }]);
    await expect.poll(() => atOne).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
    await one.close();
    await two.close();
  });

  test("closing tells once and ends delivery", async () => {
    const [one, two] = createPair();
    const onclose = vi.fn();
    const onmessage = vi.fn();
    one.onclose = onclose;
    one.onmessage = onmessage;
    await one.start();
    await two.start();
    await one.close();
    await one.close();
    await two.send(message).catch(() => {});
    // A message sent later, by an open connection of the same kind, has arrived.
    const [other, another] = createPair();
    const arrived = new Promise((resolve) => {
      another.onmessage = resolve;
    });
    await other.start();
    await another.start();
    await other.send(message);
    await arrived;
    expect(onclose).toHaveBeenCalledOnce();
    expect(onmessage).not.toHaveBeenCalled();
    for (const open of [two, other, another]) await open.close();
  });
});

test("over a message channel malformed JSON-RPC is an error and no message", async () => {
  const { port1, port2 } = new MessageChannel();
  const transport = new MessagePortTransport(port1);
  const onmessage = vi.fn();
  const onerror = vi.fn();
  Object.assign(transport, { onmessage, onerror });
  await transport.start();
  port2.postMessage({ jsonrpc: "2.0" });
  await expect.poll(() => onerror).toHaveBeenCalledOnce();
  expect(onmessage).not.toHaveBeenCalled();
  await transport.close();
});

test.each(["memory", "a message channel"])("over %s the other side learns of the end", async (name) => {
  const [one, two] = pairs[name]?.() ?? [];
  const onclose = vi.fn();
  if (two) two.onclose = onclose;
  await one?.start();
  await two?.start();
  await one?.close();
  await expect.poll(() => onclose).toHaveBeenCalledOnce();
  await two?.close();
  expect(onclose).toHaveBeenCalledOnce();
});

test("what is sent before the other side has started waits for it", async () => {
  const [one, two] = createMemoryTransports();
  const received: unknown[] = [];
  two.onmessage = (message) => received.push(message);
  await one.start();
  await one.send({ jsonrpc: "2.0", method: "early" });
  expect(received).toEqual([]);
  await two.start();
  expect(received).toEqual([{ jsonrpc: "2.0", method: "early" }]);
});

describe("windows", () => {
  const hello: JSONRPCMessage = { jsonrpc: "2.0", method: "hello" };

  test("only messages of the given window are read", async () => {
    const { host, view, inHost } = windowPair();
    const onmessage = vi.fn();
    inHost.onmessage = onmessage;
    await inHost.start();
    host.receive(hello, new FakeWindow("https://evil.example"));
    expect(onmessage).not.toHaveBeenCalled();
    host.receive(hello, view);
    expect(onmessage).toHaveBeenCalledOnce();
  });

  test.each([["text"], [null], [{ type: "webpackOk" }], [{ jsonrpc: "1.0", method: "x" }], [[hello]]])(
    "what is none of ours is passed over: %j",
    async (data) => {
      const { host, view, inHost } = windowPair();
      const onmessage = vi.fn();
      const onerror = vi.fn();
      Object.assign(inHost, { onmessage, onerror });
      await inHost.start();
      host.receive(data, view);
      expect(onmessage).not.toHaveBeenCalled();
      expect(onerror).not.toHaveBeenCalled();
    },
  );

  test("the origin of the first message is kept: nothing goes to another or comes from one", async () => {
    const { host, view, toView, inHost } = windowPair();
    const onmessage = vi.fn();
    inHost.onmessage = onmessage;
    await inHost.start();
    await inHost.send(hello);
    host.receive(hello, view);
    await inHost.send(hello);
    expect(toView.posted).toEqual(["*", "https://view.example"]);
    host.receive(hello, view, "https://evil.example");
    expect(onmessage).toHaveBeenCalledOnce();
  });

  test.each(["null", "", "file://"])("an origin that cannot be addressed (%j) is not", async (origin) => {
    const { host, view, toView, inHost } = windowPair();
    await inHost.start();
    host.receive(hello, view, origin);
    await inHost.send(hello);
    expect(toView.posted).toEqual(["*"]);
  });

  test("malformed JSON-RPC is an error and no message", async () => {
    const { host, view, inHost } = windowPair();
    const onmessage = vi.fn();
    const onerror = vi.fn();
    Object.assign(inHost, { onmessage, onerror });
    await inHost.start();
    host.receive({ jsonrpc: "2.0" }, view);
    expect(onmessage).not.toHaveBeenCalled();
    expect(onerror.mock.calls).toEqual([[new Error("Invalid JSON-RPC message received")]]);
  });

  test("a page outside a frame does not read its own messages", async () => {
    const page = new FakeWindow("https://view.example");
    const transport = inWindow(page, new PostMessageTransport(page.seenFrom(page), page as never));
    const onmessage = vi.fn();
    transport.onmessage = onmessage;
    await transport.start();
    await transport.send(hello);
    expect(onmessage).not.toHaveBeenCalled();
  });

  test("an iframe that is not in the document has no window", () => {
    expect(() => new PostMessageTransport(null, null)).toThrow("is the iframe attached?");
  });
});
