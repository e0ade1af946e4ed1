import { callServerTool, callTool, largeResults, partialInputs } from "../measures.mjs";

/** In the host's page: starts a View in an iframe of this origin, and measures the connected pair. */
export function startHost(sdk) {
  window.measure = async (viewUrl, counts) => {
    const frame = document.createElement("iframe");
    const bridge = new sdk.AppBridge(
      null,
      { name: "host", version: "1.0.0" },
      {},
      { hostContext: { theme: "dark" } },
    );
    const ready = new Promise((resolve) => {
      bridge.oninitialized = resolve;
    });
    const before = performance.now();
    frame.src = viewUrl;
    document.body.append(frame);
    const view = frame.contentWindow;
    await bridge.connect(new sdk.PostMessageTransport(view, view));
    await ready;
    const startMs = performance.now() - before;
    if (counts === undefined) {
      await bridge.close();
      frame.remove();
      return { startMs };
    }
    const { app, prepare } = frame.contentWindow;
    prepare(bridge);
    return {
      callServerTool: await callServerTool(app, counts.calls),
      callTool: await callTool(bridge, counts.calls),
      partialInputs: await partialInputs(app, bridge, counts.inputs),
      largeResults: await largeResults(app, counts.large),
    };
  };
}
