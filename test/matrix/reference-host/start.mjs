import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { forward } from "../../../examples/forward.mjs";
import { toListener } from "../../../examples/to-listener.mjs";
import { listen } from "../listen.mjs";

const SANDBOX = "allow-scripts allow-same-origin allow-forms";

const hostPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reference host</title><link rel="icon" href="data:,">
<style>body{margin:16px}iframe{width:100%;height:600px;border:0}</style>
<body><iframe title="View" sandbox="${SANDBOX}"></iframe><script type="module" src="/page.js"></script></body></html>`;

/** The proxy runs in the View's origin and writes the View into a frame that inherits its policy. */
const proxyPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>View</title>
<style>html,body{margin:0;height:100%;overflow:hidden}iframe{width:100%;height:100%;border:0;display:block}</style>
<body><script>
const inner = document.createElement("iframe");
inner.setAttribute("sandbox", "${SANDBOX}");
document.body.append(inner);
addEventListener("message", ({ source, data }) => {
  if (source === inner.contentWindow) parent.postMessage(data, "*");
  else if (source === parent && data?.method === "ui/notifications/sandbox-resource-ready") {
    inner.contentDocument.open();
    inner.contentDocument.write(data.params.html);
    inner.contentDocument.close();
  } else if (source === parent) inner.contentWindow.postMessage(data, "*");
});
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script></body></html>`;

/**
 * Serves a host made of the published AppBridge, with the official host's frames and policy. The official host itself is
 * not published. `packages` is the folder whose node_modules hold them.
 */
export async function startReferenceHost(packages) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("page.mjs", import.meta.url))],
    nodePaths: [`${packages}/node_modules`],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
    logLevel: "error",
  });
  let mcpUrl;
  const type = (name) => ({ headers: { "content-type": `${name}; charset=utf-8` } });
  const host = createServer(
    toListener((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/mcp") return forward(request, mcpUrl);
      if (pathname === "/page.js") return new Response(outputFiles[0].text, type("text/javascript"));
      return new Response(hostPage, type("text/html"));
    }),
  );
  const sandbox = createServer(
    toListener((request) => {
      const csp = JSON.parse(new URL(request.url).searchParams.get("csp") ?? "{}");
      const { headers } = type("text/html");
      return new Response(proxyPage, {
        headers: { ...headers, "content-security-policy": toOfficialPolicy(csp) },
      });
    }),
  );
  const hostPort = await listen(host, "127.0.0.1");
  const sandboxPort = await listen(sandbox, "localhost");
  return {
    urlFor(url, { tool, given }) {
      mcpUrl = url;
      const page = new URL(`http://127.0.0.1:${hostPort}`);
      page.searchParams.set("tool", tool);
      page.searchParams.set("arguments", JSON.stringify(given));
      page.searchParams.set("sandbox", `http://localhost:${sandboxPort}/`);
      return page.href;
    },
    close() {
      for (const server of [host, sandbox]) server.closeAllConnections();
      for (const server of [host, sandbox]) server.close();
    },
  };
}

/** What the official host allows: its directives are facts that Views rely on. */
function toOfficialPolicy({ resourceDomains = [], connectDomains = [], frameDomains, baseUriDomains }) {
  const resources = resourceDomains.join(" ");
  return [
    "default-src 'self' 'unsafe-inline'",
    `script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: ${resources}`,
    `style-src 'self' 'unsafe-inline' blob: data: ${resources}`,
    ...["img", "font", "media"].map((kind) => `${kind}-src 'self' data: blob: ${resources}`),
    `connect-src 'self' ${connectDomains.join(" ")}`,
    `worker-src 'self' blob: ${resources}`,
    `frame-src ${frameDomains?.join(" ") || "'none'"}`,
    "object-src 'none'",
    `base-uri ${baseUriDomains?.join(" ") || "'none'"}`,
  ].join("; ");
}
