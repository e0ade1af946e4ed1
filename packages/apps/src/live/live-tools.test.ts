import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AppBridge } from "../bridge/app-bridge.ts";
import { ProtocolError } from "../rpc/error.ts";
import { createMemoryTransports } from "../rpc/memory-transport.ts";
import { App } from "../view/app.ts";
import { type LiveTools, type OfferToolsOptions, offerTools } from "./live-tools.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Params = Record<string, unknown>;
type Answer = { id: string; result?: { content: { text: string }[] }; error?: { message: string } };
type Stream = { url: string; ticket: string };
type News = { calls: object[]; cancelled?: string[]; ended?: string };

/** What the gateway is asked, and what it answers. A poll waits for `send`. */
class StandInGateway {
  readonly asked: { method: string; params: Params }[] = [];
  readonly answers: Answer[] = [];
  stream: Stream | undefined;
  failing: Error | undefined;
  private readonly waiting: ((news: News) => void)[] = [];
  private readonly queue: News[] = [];

  constructor(stream: Stream | undefined) {
    this.stream = stream;
  }

  readonly ask: OfferToolsOptions["ask"] = async (method, params = {}, { signal } = {}) => {
    this.asked.push({ method, params });
    if (this.failing) throw this.failing;
    if (method === "live/open") return { id: "board_k7m2q", ...(this.stream && { stream: this.stream }) };
    if (method === "live/answer") this.answers.push(...(params.answers as Answer[]));
    if (method !== "live/poll") return {};
    return (
      this.queue.shift() ??
      (await new Promise<News>((resolve, reject) => {
        this.waiting.push(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason));
      }))
    );
  };

  send(news: Partial<News>): void {
    const whole = { calls: [], ...news };
    const waiting = this.waiting.shift();
    if (waiting) waiting(whole);
    else this.queue.push(whole);
  }

  methods(): string[] {
    return this.asked.map(({ method }) => method);
  }

  /** The names that the last opening listed. */
  listed(): string[] {
    const opened = this.asked.filter(({ method }) => method === "live/open").at(-1);
    return ((opened?.params.tools ?? []) as { name: string }[]).map(({ name }) => name);
  }
}

interface Setup extends Partial<OfferToolsOptions> {
  stream?: Stream;
  capabilities?: ConstructorParameters<typeof App>[1];
}

interface Opened {
  app: App;
  gateway: StandInGateway;
  live: LiveTools;
}

/** A View with a host's bridge, which offers its tools. */
async function open(
  setUp: (app: App) => void,
  { stream, capabilities = {}, ...options }: Setup = {},
): Promise<Opened> {
  const app = new App({ name: "board", version: "1" }, capabilities, { autoResize: false });
  setUp(app);
  const [ofView, ofHost] = createMemoryTransports();
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { tools: { listChanged: true } });
  const gateway = new StandInGateway(stream);
  const live = offerTools(bridge, { ask: gateway.ask, ...options });
  await bridge.connect(ofHost);
  await app.connect(ofView);
  onTestFinished(() => live.close());
  return { app, gateway, live };
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

function echo(app: App): void {
  app.registerTool("echo", { inputSchema: { type: "object" } }, (args) => text(JSON.stringify(args)));
}

test.each([{}, { tools: { listChanged: true } }])(
  "asks nothing of the gateway for a View with the capabilities %j and no tool",
  async (capabilities) => {
    const listed = vi.fn();
    const { app, gateway, live } = await open(
      (app) => {
        if ("tools" in capabilities) app.onlisttools = () => ({ tools: [] });
      },
      { capabilities, onstatus: listed },
    );
    // The answer to this request comes after everything that the host has asked before.
    await app.request({ method: "ping" });
    await new Promise((resolve) => setTimeout(resolve));
    await live.close();
    expect(gateway.asked).toEqual([]);
  },
);

test("polls, answers calls concurrently, and cancels those whose caller has gone", async () => {
  const aborted = vi.fn();
  let release = () => {};
  const { gateway, live } = await open((app) => {
    echo(app);
    app.registerTool("slow", { inputSchema: { type: "object" } }, async (_, { signal }) => {
      signal.addEventListener("abort", aborted);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return text("slow");
    });
  });
  await expect.poll(() => live.status).toEqual({ state: "open", id: "board_k7m2q", warnings: [] });
  expect(gateway.listed()).toEqual(["echo", "slow"]);
  gateway.send({
    calls: [
      { id: "1", name: "slow", arguments: {} },
      { id: "2", name: "slow", arguments: {} },
      { id: "3", name: "echo", arguments: { a: 1 } },
    ],
  });
  await expect.poll(() => gateway.answers).toEqual([{ id: "3", result: text('{"a":1}') }]);
  gateway.send({ cancelled: ["1"], calls: [{ id: "4", name: "missing", arguments: {} }] });
  await expect.poll(() => aborted.mock.calls.length).toBe(1);
  await expect.poll(() => gateway.answers.at(-1)?.id).toBe("4");
  expect(gateway.answers.at(-1)?.error?.message).toContain("missing");
  release();
  await expect.poll(() => gateway.answers.at(-1)).toEqual({ id: "2", result: text("slow") });
  expect(gateway.answers.map(({ id }) => id)).toEqual(["3", "4", "2"]);
});

test("announces changes of the list, leaves with the last tool and comes back with the next", async () => {
  const add = (app: App, name: string) =>
    app.registerTool(name, { inputSchema: { type: "object" } }, () => text(""));
  const { app, gateway, live } = await open((app) => add(app, "first").remove());
  const added = add(app, "late");
  await expect.poll(() => live.status.state).toBe("open");
  const instance = gateway.asked[0]?.params.instance;
  expect(gateway.listed()).toEqual(["late"]);
  added.remove();
  await expect.poll(() => live.status).toEqual({ state: "idle", warnings: [] });
  expect(gateway.methods()).toEqual(["live/open", "live/poll", "live/close"]);
  for (let count = 0; count < 60; count += 1) add(app, `t${count}`);
  await expect.poll(() => gateway.listed().length).toBe(50);
  expect(gateway.asked.every(({ params }) => params.instance === instance)).toBe(true);
  await live.close();
  expect(gateway.methods().at(-1)).toBe("live/close");
  expect(live.status).toEqual({ state: "ended", warnings: [] });
  const counted = gateway.asked.flatMap(({ params }) => params.sequence ?? []);
  expect(counted).toEqual(counted.map((_, index) => index + 1));
  expect(counted.length).toBeGreaterThan(3);
});

test("refuses an answer over 2 MB", async () => {
  const { gateway, live } = await open((app) => {
    app.registerTool("large", { inputSchema: { type: "object" } }, () => text("x".repeat(2_000_000)));
  });
  await expect.poll(() => live.status.state).toBe("open");
  gateway.send({ calls: [{ id: "1", name: "large" }] });
  await expect
    .poll(() => gateway.answers)
    .toEqual([{ id: "1", error: { code: -32000, message: "The View's answer is larger than 2 MB." } }]);
});

test("opens again after failures and a restart of the gateway, but not once another page has the View", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const states: string[] = [];
  const { gateway, live } = await open(echo, { onstatus: ({ state }) => states.push(state) });
  await expect.poll(() => live.status.state).toBe("open");
  gateway.failing = new Error("connection refused");
  gateway.send({ ended: "unknown" });
  await expect.poll(() => gateway.methods().filter((method) => method === "live/open").length).toBe(2);
  gateway.failing = undefined;
  await expect.poll(() => live.status.state).toBe("open");
  expect(states.at(-2)).toBe("reconnecting");
  gateway.send({ ended: "elsewhere" });
  await expect.poll(() => live.status.state).toBe("elsewhere");
  const asked = gateway.asked.length;
  await live.close();
  expect(gateway.asked).toHaveLength(asked);
});

test.each([
  new ProtocolError(-32601, "Method not found"),
  new ProtocolError(-32000, "Expired", { reason: "expired" }),
])("gives up where the gateway refuses: %s", async (refusal) => {
  const { gateway, live } = await open(echo, {});
  await expect.poll(() => live.status.state).toBe("open");
  gateway.failing = refusal;
  gateway.send({ calls: [{ id: "1", name: "echo" }] });
  await expect.poll(() => live.status.state).toBe("ended");
});

const STREAM = { url: "http://gateway.test/live", ticket: "t1" };

/** Answers the page's requests to the gateway's stream. */
function stubFetch(answer: (signal: AbortSignal) => Response): { url: string; body: Params }[] {
  const posted: { url: string; body: Params }[] = [];
  vi.stubGlobal("fetch", async (url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    posted.push({ url, body: JSON.parse(body) });
    return url === STREAM.url ? answer(signal) : new Response(null, { status: 204 });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return posted;
}

test("prefers the stream, whose calls are answered beside it, and opens again when it ends", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const write = (part: string) => controller.enqueue(new TextEncoder().encode(part));
  const posted = stubFetch(
    (signal) =>
      new Response(
        new ReadableStream({
          start(made) {
            controller = made;
            signal.addEventListener("abort", () => made.error(signal.reason));
          },
        }),
      ),
  );
  const { gateway, live } = await open(echo, { stream: STREAM });
  await expect.poll(() => posted.length).toBe(1);
  const { instance } = gateway.asked[0]?.params ?? {};
  expect(posted[0]).toEqual({ url: STREAM.url, body: { ticket: "t1", instance } });
  write(': hello\n\ndata: {"calls":[{"id":"1","name":"ec');
  write('ho","arguments":{}}]}\n\n');
  await expect.poll(() => posted.length).toBe(2);
  expect(posted[1]).toEqual({
    url: `${STREAM.url}/answers`,
    body: { ticket: "t1", instance, answers: [{ id: "1", result: text("{}") }] },
  });
  gateway.stream = { ...STREAM, ticket: "t2" };
  controller.close();
  await expect.poll(() => posted.at(-1)?.body).toEqual({ ticket: "t2", instance });
  write('data: {"calls":[],"ended":"elsewhere"}\n\n');
  controller.close();
  await expect.poll(() => live.status.state).toBe("elsewhere");
  expect(gateway.methods()).toEqual(["live/open", "live/open"]);
});

test.each([
  ["the policy blocks the stream", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["something on the way refuses it", () => new Response("", { status: 403 })],
])("polls where %s", async (_, answer) => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const posted = stubFetch(answer as () => Response);
  const { gateway, live } = await open(echo, { stream: STREAM });
  await expect.poll(() => gateway.methods()).toEqual(["live/open", "live/poll"]);
  gateway.send({ calls: [{ id: "1", name: "echo" }] });
  await expect.poll(() => gateway.answers).toEqual([{ id: "1", result: text("{}") }]);
  // It isn't tried again, even when the View is opened again.
  gateway.send({ ended: "unknown" });
  await expect.poll(() => gateway.methods().slice(-2)).toEqual(["live/open", "live/poll"]);
  expect(posted).toHaveLength(1);
  await live.close();
});

test("doesn't try a stream that the page knows to be forbidden", async () => {
  const posted = stubFetch(() => new Response());
  const { gateway } = await open(echo, { stream: STREAM, canStream: (url) => url !== STREAM.url });
  await expect.poll(() => gateway.methods()).toEqual(["live/open", "live/poll"]);
  expect(posted).toEqual([]);
});

test("leaves with its page, also where the browser keeps that to go back to, and returns with it", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { gateway, live } = await open(echo);
  await expect.poll(() => live.status.state).toBe("open");
  page.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => gateway.methods().at(-1)).toBe("live/close");
  expect(live.status.state).toBe("idle");
  page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await expect.poll(() => live.status.state).toBe("open");
  const instances = gateway.asked.map(({ params }) => params.instance);
  expect(new Set(instances).size).toBe(1);
});
