import { AppFrame, type AppFrameProps } from "@toolshed/apps/host/react";
import { createElement, StrictMode, version } from "react";
import { createRoot, type Root } from "react-dom/client";

let root: Root | undefined;

/** What a test does in the page of a host that is made with React. */
const hostPage = {
  version,
  statuses: [] as string[],
  views: 0,
  /** The methods of what came from Views. */
  messages: [] as string[],

  /** Everything that can be is another object each time, as it is in a component. */
  render(props: Omit<AppFrameProps, "onStatus" | "onView">): void {
    root ??= createRoot(document.body.appendChild(document.createElement("main")));
    const frame = createElement(AppFrame, {
      ...props,
      sandboxUrl: new URL(String(props.sandboxUrl)),
      hostInfo: { name: "react-host", version: "1" },
      onStatus: ({ stage }) => this.statuses.push(stage),
      onView: () => {
        this.views++;
      },
    });
    root.render(createElement(StrictMode, null, createElement("section", null, frame)));
  },

  unmount(): void {
    root?.unmount();
  },
};

addEventListener("message", ({ data }) => hostPage.messages.push(data.method));

declare global {
  var reactHost: ReactHost;
}
type ReactHost = typeof hostPage;
globalThis.reactHost = hostPage;
