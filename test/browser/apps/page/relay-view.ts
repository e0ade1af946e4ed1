import type { HostSdk } from "./host.ts";
import type { ViewSdk } from "./view.ts";

/** A View that shows another one: App upwards, AppBridge downwards, and everything is handed on. */
export async function startRelayView(sdk: ViewSdk & HostSdk): Promise<void> {
  const app = new sdk.App(
    { name: "lone", version: "1.0.0" },
    { tools: { listChanged: true } },
    { autoResize: false },
  );
  const bridge = new sdk.AppBridge(
    null,
    { name: "relay", version: "1.0.0" },
    { serverTools: {}, logging: {} },
  );

  app.ontoolinput = (params) => bridge.sendToolInput(params);
  app.ontoolresult = (params) => bridge.sendToolResult(params);
  app.onhostcontextchanged = (params) => bridge.sendHostContextChange(params);
  app.onlisttools = async (params) => bridge.listTools(params);
  app.oncalltool = async (params) => bridge.callTool(params);
  app.onteardown = () => bridge.teardownResource({});
  bridge.oncalltool = (params) => app.callServerTool(params);
  bridge.onloggingmessage = (params) => app.sendLog(params);
  bridge.onsizechange = (params) => app.sendSizeChanged(params);

  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.src = `/lone-view-${new URLSearchParams(location.search).get("inner")}.html`;
  document.body.append(frame);
  const inner = frame.contentWindow as Window;
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new sdk.PostMessageTransport(inner, inner));
  await ready;
  await app.connect();
}
