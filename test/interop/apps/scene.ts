import type { App, AppBridge } from "../../peers/ext-apps-2.0.ts";
import { z } from "../../peers/zod.ts";

// Runs in Node and in a page: nothing here may import from Node.

export type Json = Record<string, unknown>;
export type Message = { jsonrpc: "2.0"; id?: string | number; method?: string; params?: Json } & Json;
export type Transport = NonNullable<Parameters<App["connect"]>[0]>;
export type AppArguments = ConstructorParameters<typeof App>;
export type BridgeArguments = ConstructorParameters<typeof AppBridge>;

/** The two ends of one channel. */
export interface Link {
  view: Transport;
  host: Transport;
}

/** What makes the View, the host and the channel between them. Every version is used through the types of 2.0. */
export interface Stage {
  createApp(...args: AppArguments): App;
  createBridge(...args: BridgeArguments): AppBridge;
  createLink(): Link | Promise<Link>;
}

export interface Setup {
  appCapabilities?: AppArguments[1];
  appOptions?: AppArguments[2];
  hostCapabilities?: BridgeArguments[2];
  hostContext?: Json;
}

export interface Scene {
  app: App;
  bridge: AppBridge;
  /** Opens a new channel and connects both ends to it, until the host knows that the View is ready. */
  connect(): Promise<void>;
  /** Resolves when everything sent so far, in both directions, has been handled. */
  settle(): Promise<void>;
  /** Puts a message on the wire that neither class would send. */
  sendAsView(message: Omit<Message, "jsonrpc">): Promise<void>;
  sendAsHost(message: Omit<Message, "jsonrpc">): Promise<void>;
  sentByView: Message[];
  sentByHost: Message[];
}

export const appInfo = { name: "view", version: "1.2.3" };
export const hostInfo = { name: "host", version: "4.5.6" };

export async function openScene(stage: Stage, setup: Setup = {}): Promise<Scene> {
  const app = stage.createApp(
    appInfo,
    setup.appCapabilities ?? {},
    setup.appOptions ?? { autoResize: false },
  );
  const bridge = stage.createBridge(null, hostInfo, setup.hostCapabilities ?? {}, {
    hostContext: setup.hostContext ?? {},
  });
  const sentByView: Message[] = [];
  const sentByHost: Message[] = [];
  let link: Link;

  return {
    app,
    bridge,
    sentByView,
    sentByHost,
    async connect() {
      link = await stage.createLink();
      record(link.view, sentByView);
      record(link.host, sentByHost);
      const ready = new Promise<void>((resolve) => {
        bridge.oninitialized = () => resolve();
      });
      await bridge.connect(link.host);
      await app.connect(link.view);
      await ready;
    },
    async settle() {
      await ping(app);
      await ping(bridge);
      await ping(app);
    },
    sendAsView: (message) => link.view.send({ jsonrpc: "2.0", ...message } as never),
    sendAsHost: (message) => link.host.send({ jsonrpc: "2.0", ...message } as never),
  };
}

export async function closeScene(scene: Scene): Promise<void> {
  await scene.app.close();
  await scene.bridge.close();
}

function record(transport: Transport, log: Message[]): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    log.push(structuredClone(message) as Message);
    return send(message, options);
  };
}

const anything = z.looseObject({});

/** A request by method name, in the one form that all versions take. */
export function ask(
  side: App | AppBridge,
  method: string,
  params?: Json,
  options?: Parameters<AppBridge["callTool"]>[1],
): Promise<Json> {
  const request = params === undefined ? { method } : { method, params };
  return side.request(request as never, anything as never, options as never) as Promise<Json>;
}

export function ping(side: App | AppBridge): Promise<Json> {
  return ask(side, "ping");
}

const schemaOf = (method: string) =>
  z.object({ method: z.literal(method), params: z.looseObject({}).optional() });

/** A handler by method name, in the 1.x form, which all versions take. */
export function onNotification(
  side: App | AppBridge,
  method: string,
  handler: (params: unknown) => void,
): void {
  side.setNotificationHandler(
    schemaOf(method) as never,
    ((message: { params?: unknown }) => {
      handler(message.params);
    }) as never,
  );
}

export function onRequest(
  side: App | AppBridge,
  method: string,
  handler: (params: unknown, extra: unknown) => unknown,
): void {
  side.setRequestHandler(
    schemaOf(method) as never,
    ((message: { params?: unknown }, extra: unknown) => handler(message.params, extra)) as never,
  );
}

interface Extra {
  signal?: AbortSignal;
  sendNotification?: (notification: Json) => Promise<void>;
  mcpReq?: { signal: AbortSignal; notify: (notification: Json) => Promise<void>; _meta?: Json };
  _meta?: Json;
}

/** The signal of a running request: flat in 1.x, under `mcpReq` in 2.x. */
export function signalOf(extra: unknown): AbortSignal {
  const { mcpReq, signal } = extra as Extra;
  return (mcpReq?.signal ?? signal) as AbortSignal;
}

export async function sendProgress(extra: unknown, progress: number, total: number): Promise<void> {
  const { mcpReq, sendNotification, _meta } = extra as Extra;
  const progressToken = (mcpReq?._meta ?? _meta)?.progressToken;
  const notify = mcpReq?.notify ?? sendNotification;
  await notify?.({ method: "notifications/progress", params: { progressToken, progress, total } });
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** What a promise that must fail failed with. 1.x writes the code into the message; 2.x does not. */
export async function failure(run: () => unknown): Promise<Json> {
  try {
    return { answered: await run() };
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
    return {
      ...(typeof code === "number" ? { code } : {}),
      message: String(message ?? error).replace(/^(MCP error -?\d+: )+/, ""),
      ...(data === undefined ? {} : { data }),
    };
  }
}

/** Whether a failure tells this. An abort's reason becomes the error itself, or a part of its message. */
export function said(failed: Json, words: string): boolean {
  return String(failed.message).includes(words);
}

/** The next value passed to the returned function. */
export function nextValue<T>(): { value: Promise<T>; give: (value: T) => void } {
  let give!: (value: T) => void;
  const value = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { value, give };
}

/** A handler that runs until it is aborted, and then returns the result. */
export function stoppable<Result>(result: Result) {
  const started = nextValue<void>();
  const stopped = nextValue<string>();
  return {
    started: started.value,
    stopped: stopped.value,
    async run(_given: unknown, extra: unknown): Promise<Result> {
      started.give();
      await aborted(signalOf(extra));
      stopped.give("aborted");
      return result;
    },
  };
}
