import type { McpUiHostCapabilities } from "@toolshed/apps";
import { type LiveTools, offerTools } from "@toolshed/apps/live";
import { isCovered } from "./domains.ts";
import type { Gateway } from "./gateway.ts";
import type { Showing } from "./showing.ts";

/** How long a View may be out of sight before its tools leave the catalog. */
const AWAY_MS = 5_000;

/** Whether the host's policy has blocked the stream once: the console need not hear of it again. */
let isBlocked = false;
document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  isBlocked ||= effectiveDirective === "connect-src";
});

/** Keeps the tools of the inner View in the gateway's catalog while the person can see the View. */
export class LiveView {
  private readonly offer: () => LiveTools;
  private readonly observer: IntersectionObserver;
  private live: LiveTools | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(showing: Showing, gateway: Gateway, host: McpUiHostCapabilities) {
    const ask = gateway.request.bind(gateway);
    // A host that says which domains it allows spares the console an error.
    const csp = host.sandbox?.csp;
    const canStream = (url: string) =>
      !isBlocked && (!csp || isCovered(new URL(url).origin, csp.connectDomains ?? []));
    this.offer = () => offerTools(showing.bridge, { ask, canStream });
    // Without a root it also notices that the host's page has scrolled, across origins.
    this.observer = new IntersectionObserver((entries) => this.see(entries.at(-1)?.isIntersecting === true));
    this.observer.observe(showing.element);
  }

  async close(): Promise<void> {
    this.observer.disconnect();
    await this.hide();
  }

  private see(isVisible: boolean): void {
    clearTimeout(this.timer);
    if (isVisible) this.live ??= this.offer();
    else this.timer = setTimeout(this.hide, AWAY_MS);
  }

  private readonly hide = async (): Promise<void> => {
    clearTimeout(this.timer);
    const { live } = this;
    this.live = undefined;
    await live?.close();
  };
}
