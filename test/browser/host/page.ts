import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  type CallToolResult,
  getModelTools,
  getToolUiResourceUri,
  type McpClient,
  type McpUiHostContext,
} from "@toolshed/apps/app-bridge";
import {
  createPolicyGrants,
  type MountedView,
  type MountViewOptions,
  mountView,
  type ViewEventMap,
} from "@toolshed/apps/host";

/** What a test does in the host's page, where functions cannot be passed. */
const seen: { [Event in keyof ViewEventMap]: ViewEventMap[Event][] } = {
  status: [],
  tools: [],
  violation: [],
  dropped: [],
  error: [],
  overflow: [],
};

type Mounting = Omit<MountViewOptions, "container" | "client"> & {
  withClient?: boolean;
  withFakeClient?: boolean;
  /** What `viewOrigin` says of any domain. */
  ownOrigin?: string;
};

const hostPage = {
  seen,
  /** What the View asked of the host, by method. */
  asked: [] as { method: string; params: unknown }[],
  view: undefined as unknown as MountedView,
  client: undefined as unknown as Client,
  fakeCalls: [] as string[],
  grants: createPolicyGrants(),
  /** A View on the server in this page: as it is listed, and as it is read. */
  listed: {} as object,
  content: {} as object,

  async connect(path: string): Promise<void> {
    this.client = new Client({ name: "test-host", version: "1" }, { capabilities: {} });
    await this.client.connect(new StreamableHTTPClientTransport(new URL(path, location.origin)));
  },

  /** Shows the View of a tool and calls the tool meanwhile, as a host does when its model calls one. */
  async showTool(name: string, sandboxUrl: string, hostContext: McpUiHostContext = {}): Promise<void> {
    const { tools } = await this.client.listTools();
    const tool = tools.find((candidate) => candidate.name === name);
    const resource = tool && getToolUiResourceUri(tool);
    const view = this.mount({ resource, withClient: true, sandboxUrl, hostContext });
    const [result] = await Promise.all([
      this.client.callTool({ name, arguments: {} }),
      view.sendToolInput({ arguments: {} }),
    ]);
    await view.sendToolResult(result as CallToolResult);
  },

  async modelTools(): Promise<string[]> {
    return getModelTools((await this.client.listTools()).tools).map(({ name }) => name);
  },

  /** A server in this page with a tool for the model and one for Views. */
  fakeClient(): McpClient {
    const tool = (name: string, visibility: string[]) => ({
      name,
      inputSchema: {},
      _meta: { ui: { visibility } },
    });
    return {
      getServerCapabilities: () => ({ tools: {}, resources: {} }),
      setNotificationHandler: () => {},
      request: async ({ method, params }) => {
        if (method === "tools/list")
          return { tools: [tool("for-model", ["model"]), tool("for-app", ["app"])] };
        if (method === "resources/list") return { resources: [this.listed] };
        if (method === "resources/read") return { contents: [this.content] };
        this.fakeCalls.push(params.name);
        if (params.name !== "for-app") throw new Error(`Unknown tool: ${params.name}`);
        return { content: [] };
      },
    };
  },

  mount(options: Mounting): MountedView {
    const container = document.body.appendChild(document.createElement("main"));
    const { withClient, withFakeClient, ownOrigin, ...rest } = options;
    const client = withClient ? this.client : withFakeClient ? this.fakeClient() : null;
    const view = mountView({ container, client, viewOrigin: () => ownOrigin, ...rest });
    for (const event of Object.keys(seen) as (keyof ViewEventMap)[]) {
      view.addEventListener(event, (detail) => (seen[event] as unknown[]).push(structuredClone(detail)));
    }
    const keep = (method: string) => async (params: unknown) => {
      this.asked.push({ method, params });
      return {};
    };
    view.bridge.onopenlink = keep("ui/open-link");
    view.bridge.onmessage = keep("ui/message");
    view.bridge.onupdatemodelcontext = keep("ui/update-model-context");
    view.bridge.onloggingmessage = keep("notifications/message");
    this.view = view;
    return view;
  },
};

export type HostPage = typeof hostPage;

declare global {
  var host: HostPage;
}
globalThis.host = hostPage;
