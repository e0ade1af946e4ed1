import type { McpUiResourceCsp } from "../protocol/ui-types.ts";
import { toOwnOrigin } from "./own-origin.ts";
import type { PolicySwitch } from "./view-policy.ts";

export interface SandboxUrlOptions {
  sandboxUrl: string | URL;
  hostOrigin: string;
  csp?: McpUiResourceCsp | undefined;
  switches?: readonly PolicySwitch[] | undefined;
  /** Identifies the View; needed for `storage`. */
  viewHash?: string | undefined;
  /** The origin of the View itself, where the host has one for it. */
  viewOrigin?: string | undefined;
}

/** The address of the sandbox for one View; throws where it would share a site with the host. */
export async function toSandboxUrl(options: SandboxUrlOptions): Promise<URL> {
  const { sandboxUrl, hostOrigin, csp, switches = [], viewHash, viewOrigin } = options;
  const url = new URL(sandboxUrl, hostOrigin);
  assertOtherSite(url, hostOrigin);
  url.searchParams.set("host", hostOrigin);
  if (csp) url.searchParams.set("csp", JSON.stringify(csp));
  if (switches.length > 0) url.searchParams.set("policy", switches.join(","));
  if (viewOrigin !== undefined) {
    assertOtherSite(new URL(viewOrigin), hostOrigin);
    url.searchParams.set("origin", new URL(viewOrigin).origin);
  } else if (viewHash !== undefined && switches.includes("storage")) {
    url.searchParams.set("view", viewHash);
    url.searchParams.set("origin", await toOwnOrigin(url.origin, url.searchParams));
  }
  return url;
}

/** What can be told without the public suffix list; the sandbox's server asks the browser for the rest. */
function assertOtherSite({ hostname }: URL, hostOrigin: string): void {
  const host = new URL(hostOrigin).hostname;
  const isWithin = (inner: string, outer: string) => inner === outer || inner.endsWith(`.${outer}`);
  if (!isWithin(hostname, host) && !isWithin(host, hostname)) return;
  throw new Error(
    `The sandbox at ${hostname} is of the same site as the host at ${host}, which another port does not change. ` +
      "Serve it under another name: localhost, if the host is at 127.0.0.1.",
  );
}
