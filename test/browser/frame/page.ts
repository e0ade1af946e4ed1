import { AppBridge, PostMessageTransport } from "../../peers/ext-apps-2.0.ts";

type Params = Record<string, unknown>;
type Capabilities = NonNullable<ConstructorParameters<typeof AppBridge>[2]>;
type HostOptions = NonNullable<ConstructorParameters<typeof AppBridge>[3]>;

export interface Mounting {
  /** The frame's HTML. */
  html: string;
  capabilities?: Capabilities;
  context?: HostOptions["hostContext"];
  /** Requests of the frame that this host doesn't handle. */
  without?: string[];
  /** The display mode that any request for one gets. */
  mode?: "inline" | "fullscreen";
}

/** What the test answers to `tools/call` of the frame, and the progress before it. */
export interface Answer {
  progress?: number[];
  result?: Params;
  /** Fails the request, as a host does that refuses it. */
  error?: string;
  /** Leaves the request open until the frame cancels it. */
  never?: boolean;
}

declare const answer: (params: Params) => Promise<Answer>;

const DEFAULTS: Capabilities = {
  serverTools: {},
  openLinks: {},
  logging: {},
  message: {},
  updateModelContext: {},
  downloadFile: {},
};

/** A host's page around the official bridge, for tests that can't pass functions to it. */
const hostPage = {
  bridge: undefined as unknown as AppBridge,
  element: undefined as unknown as HTMLIFrameElement,
  /** What the frame asked and told, by method. */
  asked: [] as { method: string; params: unknown }[],
  cancelled: 0,
  isInitialized: false,

  /** Shows the frame. Done when it has completed the handshake. */
  async mount({ html, capabilities = DEFAULTS, context = {}, without = [], mode }: Mounting): Promise<void> {
    this.element?.remove();
    this.isInitialized = false;
    const element = document.createElement("iframe");
    element.setAttribute("sandbox", "allow-scripts");
    element.style.cssText = "border:0;width:600px;height:400px";
    this.element = element;
    const options = { hostContext: { theme: "light", ...context } } as HostOptions;
    const bridge = new AppBridge(null, { name: "test-host", version: "1" }, capabilities, options);
    this.bridge = bridge;
    const keep = (method: string) => async (params: unknown) => {
      this.asked.push({ method, params });
      return {};
    };
    const handlers = {
      onopenlink: keep("ui/open-link"),
      onmessage: keep("ui/message"),
      onupdatemodelcontext: keep("ui/update-model-context"),
      ondownloadfile: keep("ui/download-file"),
      onloggingmessage: keep("notifications/message"),
      onrequestteardown: keep("ui/notifications/request-teardown"),
    };
    for (const [name, handler] of Object.entries(handlers)) {
      if (!without.includes(name)) Object.assign(bridge, { [name]: handler });
    }
    bridge.onsizechange = ({ height }) => {
      this.asked.push({ method: "size", params: height });
      if (height !== undefined) element.style.height = `${height}px`;
    };
    bridge.onrequestdisplaymode = async (params) => {
      this.asked.push({ method: "ui/request-display-mode", params });
      return { mode: mode ?? params.mode };
    };
    if (capabilities.sampling) {
      bridge.oncreatesamplingmessage = async () => ({
        role: "assistant",
        model: "test",
        content: { type: "text", text: "sampled" },
      });
    }
    if (capabilities.serverResources) {
      bridge.onreadresource = async (params) => {
        const asked = { name: "resources/read", arguments: { method: "resources/read", params } };
        return ((await answer(asked)).result ?? {}) as never;
      };
    }
    // A host that would answer anything, to see what gets to it.
    if (without.length === 0) {
      bridge.fallbackRequestHandler = async ({ method, params }) => {
        this.asked.push({ method, params });
        return {};
      };
    }
    bridge.oncalltool = (params, context) => this.callTool(params, context);
    bridge.setNotificationHandler(
      "notifications/tools/list_changed",
      {
        params: { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } },
      } as never,
      async () => {
        this.asked.push({ method: "notifications/tools/list_changed", params: {} });
      },
    );
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    element.srcdoc = html;
    document.body.append(element);
    const view = element.contentWindow as Window;
    await bridge.connect(new PostMessageTransport(view, view));
    await ready;
    this.isInitialized = true;
  },

  async callTool(
    params: Params,
    { mcpReq }: { mcpReq: { signal: AbortSignal; _meta?: Params; notify(message: never): Promise<void> } },
  ): Promise<never> {
    this.asked.push({ method: "tools/call", params });
    const { progress = [], result, error, never } = await answer(params);
    for (const value of progress) {
      const { progressToken } = mcpReq._meta ?? {};
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: value },
      } as never);
    }
    if (never) {
      const { signal } = mcpReq;
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      this.cancelled++;
    }
    if (error !== undefined) throw new Error(error);
    return (result ?? { content: [] }) as never;
  },

  /** Sends what a host sends when its model has called `show_tool`. */
  async show(input: Params, result: Params | null): Promise<void> {
    await this.bridge.sendToolInput({ arguments: input });
    if (result) await this.bridge.sendToolResult(result as never);
  },
};

declare global {
  var frameHost: typeof hostPage;
}
globalThis.frameHost = hostPage;
