// node memory-run.mjs <url of App> <url of AppBridge> [start|channel]
// One package over an in-memory pair, alone in this process. Prints JSON; with "start", only what starting takes,
// and with "channel", round trips over a message channel.
import { createChannelPair } from "./channel-pair.mjs";
import {
  appCapabilities,
  callServerTool,
  callTool,
  largeResults,
  partialInputs,
  prepare,
} from "./measures.mjs";
import { createMemoryPair } from "./memory-pair.mjs";

const [appUrl, bridgeUrl, only] = process.argv.slice(2);
for (const level of ["debug", "log", "warn"]) console[level] = () => {};
const { view, host } = only === "channel" ? createChannelPair() : createMemoryPair();

const before = performance.now();
const { App } = await import(appUrl);
const { AppBridge } = await import(bridgeUrl);
const app = new App({ name: "view", version: "1.0.0" }, appCapabilities, { autoResize: false });
const bridge = new AppBridge(
  null,
  { name: "host", version: "1.0.0" },
  {},
  { hostContext: { theme: "dark" } },
);
prepare(app, bridge);
await bridge.connect(host);
await app.connect(view);
const startMs = performance.now() - before;

const measures = {
  start: async () => ({ startMs }),
  channel: async () => ({ callServerTool: await callServerTool(app, 10_000) }),
  all: async () => ({
    callServerTool: await callServerTool(app, 20_000),
    callTool: await callTool(bridge, 20_000),
    partialInputs: await partialInputs(app, bridge, 20_000),
    largeResults: await largeResults(app, 200),
  }),
};
const measured = await measures[only ?? "all"]();
process.stdout.write(JSON.stringify(measured));
process.exit(0);
