import type { App } from "../../peers/ext-apps-2.0.ts";

/** A View as people write them, and a list of what it received. */
export function startInnerView(AppClass: typeof App): void {
  const app = new AppClass({ name: "inner", version: "1.0.0" }, { tools: { listChanged: true } });
  const seen: { event: string; value: unknown }[] = [];
  const keep = (event: string) => (value: unknown) => {
    seen.push({ event, value });
  };
  app.ontoolinput = keep("input");
  app.ontoolinputpartial = keep("partial");
  app.ontoolresult = keep("result");
  app.ontoolcancelled = keep("cancelled");
  app.onhostcontextchanged = keep("context");
  app.onteardown = async () => {
    await app.sendLog({ level: "info", data: "torn down" });
    return {};
  };
  app.onlisttools = async () => ({
    tools: [{ name: "get-title", inputSchema: { type: "object" as const } }],
  });
  app.oncalltool = async () => ({ content: [{ type: "text" as const, text: document.title }] });

  const button = document.createElement("button");
  button.textContent = "Refresh";
  button.addEventListener("click", async () => {
    const { structuredContent } = await app.callServerTool({ name: "refresh", arguments: { n: 1 } });
    button.textContent = `Refreshed ${JSON.stringify(structuredContent)}`;
  });
  document.body.append(button);
  globalThis.inner = { app, seen };
  app.connect().catch(keep("failed"));
}

declare global {
  var inner: { app: App; seen: { event: string; value: unknown }[] };
}
