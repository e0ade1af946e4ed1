import type { PluginView } from "@toolshed/sdk/views";
import { type Upstream, UpstreamError } from "../source.ts";

const viewType = "text/html;profile=mcp-app";
const methodNotFound = -32_601;
const invalidParams = -32_602;

/** The Views of a plugin, asked for like those of a server. */
export function createPluginUpstream(views: ReadonlyMap<string, PluginView>): Upstream {
  const list = () => [...views.values()].map(({ uri }) => ({ uri, name: uri, mimeType: viewType }));

  async function read(uri: unknown): Promise<Record<string, unknown>> {
    const view = views.get(uri as string);
    if (!view) throw new UpstreamError(invalidParams, "Resource not found", { uri });
    const text = await view.readHtml();
    return { contents: [{ uri, mimeType: viewType, text, _meta: { ui: view.meta } }] };
  }

  return {
    viewNeeds: (uri) => views.get(uri)?.meta,
    isShared: true,
    takesRoots: false,
    describe: async () => ({ capabilities: { resources: {} } }),
    async request(method, { uri }) {
      if (method === "resources/read") return read(uri);
      if (method === "resources/list") return { resources: list() };
      if (method === "resources/templates/list") return { resourceTemplates: [] };
      throw new UpstreamError(methodNotFound, `A plugin does not answer ${method}`);
    },
    // What a plugin offers changes only when it is loaded again.
    subscribe: () => ({ rootsChanged() {}, presenceChanged() {}, close() {} }),
  };
}
