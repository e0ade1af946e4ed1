type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** What the tests need of a bridge, be it ours or the reference's. */
export interface Bridge {
  oninitialized: unknown;
  connect(transport: never): Promise<void>;
  listTools(params: object): Promise<{ tools: { name: string; description?: string | undefined }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  sendToolInputPartial(params: { arguments: Record<string, unknown> }): Promise<void>;
  sendToolInput(params: { arguments: Record<string, unknown> }): Promise<void>;
  sendToolResult(params: ToolResult): Promise<void>;
  sendToolCancelled(params: { reason?: string }): Promise<void>;
  setHostContext(context: object): void;
  getAppCapabilities(): object | undefined;
  teardownResource(params: object): Promise<object>;
}

export interface HostPage {
  bridge: Bridge;
  /** The methods of all that the View has sent, in order. */
  received: string[];
  /** The answers that the View's calls of server tools wait for, by the value of their argument `id`. */
  answers: Record<string, (text: string, isError?: boolean) => void>;
  /** Shows the View. With `sendsAtOnce` it gets a tool's input and result in the same task as the handshake. */
  show(html: string, sendsAtOnce: boolean): Promise<void>;
}

declare global {
  interface Window {
    viewHost: HostPage;
  }
}

/** Shows a View in an iframe of another origin, and keeps what it says for the test to read. */
export function startHost(
  bridge: Bridge & { oncalltool: unknown },
  createTransport: (view: Window) => unknown,
): void {
  const iframe = document.createElement("iframe");
  iframe.setAttribute("sandbox", "allow-scripts");
  iframe.title = "View";
  iframe.style.cssText = "width: min(640px, 100%); height: 700px; border: 0";
  document.body.append(iframe);
  const view = iframe.contentWindow as Window;

  const host: HostPage = {
    bridge,
    received: [],
    answers: {},
    async show(html, sendsAtOnce) {
      await bridge.connect(createTransport(view) as never);
      const initialized = new Promise<unknown>((resolve) => {
        bridge.oninitialized = () => {
          if (!sendsAtOnce) return resolve(undefined);
          resolve(
            Promise.all([
              bridge.sendToolInput({ arguments: { city: "Bern" } }),
              bridge.sendToolResult({ content: [{ type: "text", text: "first result" }] }),
            ]),
          );
        };
      });
      iframe.srcdoc = html;
      await initialized;
    },
  };
  bridge.oncalltool = ({ arguments: args }: { arguments?: { id?: string } }) =>
    new Promise((resolve) => {
      host.answers[args?.id ?? ""] = (text, isError = false) =>
        resolve({ content: [{ type: "text", text }], isError });
    });
  window.addEventListener("message", ({ source, data }) => {
    if (source === view && typeof data?.method === "string") host.received.push(data.method);
  });
  window.viewHost = host;
}
