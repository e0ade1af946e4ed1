import { AppBridge, PostMessageTransport } from "../../../peers/ext-apps-2.0.ts";
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
