import { ask } from "../../../interop/apps/scene.ts";
import type { HostSdk } from "./host.ts";

/** Drives a standalone View from the handshake to the teardown, and returns what the host saw. */
export async function playLoneView(
  sdk: HostSdk,
  attributes: { src?: string; srcdoc?: string; sandbox?: string },
): Promise<unknown> {
  const frame = document.createElement("iframe");
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  document.body.append(frame);
  const view = frame.contentWindow as Window;

  const bridge = new sdk.AppBridge(
    null,
    { name: "host", version: "1.0.0" },
    { serverTools: {}, logging: {} },
    {
      hostContext: { theme: "light" },
    },
  );
  const logs: unknown[] = [];
  let logged = () => {};
  bridge.onloggingmessage = ({ data }) => {
    logs.push(data);
    logged();
  };
  const nextLog = () =>
    new Promise<void>((resolve) => {
      logged = resolve;
    });
  bridge.oncalltool = async ({ arguments: args }) => ({
    content: [],
    structuredContent: { n: 2 * (args?.n as number) },
  });
  let sized: (height: number) => void;
  const size = new Promise<number>((resolve) => {
    sized = resolve;
  });
  bridge.onsizechange = ({ height }) => sized(height ?? 0);

  try {
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new sdk.PostMessageTransport(view, view));
    await ready;
    for (const send of [
      () => bridge.sendToolInput({ arguments: { q: "x" } }),
      () => bridge.sendToolResult({ content: [], structuredContent: { rows: 2 } }),
      () => bridge.sendHostContextChange({ theme: "dark" }),
    ]) {
      const log = nextLog();
      await send();
      await log;
    }
    return {
      app: bridge.getAppVersion(),
      logs,
      height: await size,
      tools: (await ask(bridge, "tools/list", {})).tools,
      called: await ask(bridge, "tools/call", { name: "title" }),
      teardown: await bridge.teardownResource({}),
    };
  } finally {
    await bridge.close();
    frame.remove();
  }
}
