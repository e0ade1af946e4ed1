import { AppBridge, PostMessageTransport } from "@toolshed/apps/app-bridge";
import { startHost } from "./host.ts";

startHost(
  new AppBridge(
    null,
    { name: "host", version: "1.0.0" },
    {},
    { hostContext: { theme: "light", locale: "de-CH" } },
  ),
  (view) => new PostMessageTransport(view, view),
);
