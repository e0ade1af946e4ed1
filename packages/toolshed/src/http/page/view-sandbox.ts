import { createSandboxHandler } from "@toolshed/apps/host";
import type { Log } from "../../log/log.ts";
import { UserError } from "../../user-error.ts";
import { sandboxPath } from "../guards/guard-origin.ts";
import { isLoopback } from "../guards/is-loopback.ts";
import { publicOrigin } from "../guards/public-url.ts";
import { siteOf } from "./site-of.ts";

/** Where Views are shown: pages of ours on another site than the dashboard, so that nothing of it is within their reach. */
export type ViewSandbox = ReturnType<typeof createViewSandbox>;

export interface ViewSandboxOptions {
  /** The origins at which the dashboard is reached. */
  readonly hostOrigins: readonly string[];
  /** Where the sandbox is reached from elsewhere, if it is: TOOLSHED_SANDBOX_URL. */
  readonly sandboxUrl: string | undefined;
}

export function createViewSandbox({ hostOrigins, sandboxUrl }: ViewSandboxOptions) {
  const handle = createSandboxHandler({ hostOrigins });

  return {
    /** The origins that pages of the dashboard may show in frames. */
    origins:
      sandboxUrl === undefined
        ? [...new Set(hostOrigins.flatMap((origin) => besides(new URL(origin)) ?? []))]
        : [sandboxUrl],

    /** The sandbox for a dashboard that was asked for by this host name. Nothing if there is none on another site. */
    urlFor(host: string): string | undefined {
      const origin =
        sandboxUrl ?? (URL.canParse(`http://${host}`) ? besides(new URL(`http://${host}`)) : undefined);
      return origin === undefined ? undefined : origin + sandboxPath;
    },

    serve(request: Request): Promise<Response> {
      if (sandboxUrl === undefined) return handle(request);
      // A proxy in front of us may have taken the encryption off.
      const url = new URL(request.url);
      url.protocol = new URL(sandboxUrl).protocol;
      return handle(new Request(url, request));
    },
  };
}

/** The other name of this machine: pages at one of them are of another site than those at the other. */
function besides({ hostname, port }: URL): string | undefined {
  if (!isLoopback(hostname)) return undefined;
  return `http://${hostname === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
}

/** TOOLSHED_SANDBOX_URL, which has to be of another site than the gateway. */
export function readSandboxUrl(text: string | undefined, publicUrl: string | undefined): string | undefined {
  const origin = publicOrigin("TOOLSHED_SANDBOX_URL", text, "https://views.example.net");
  if (origin === undefined || publicUrl === undefined) return origin;
  const [sandbox, gateway] = [new URL(origin).hostname, new URL(publicUrl).hostname];
  const site = siteOf(gateway);
  if (siteOf(sandbox) !== site) return origin;
  throw new UserError(
    `TOOLSHED_SANDBOX_URL is "${text}", which is of the same site as TOOLSHED_PUBLIC_URL: names that end in ${site} share cookies, and Views must share none with the gateway. Choose a name under another domain, such as https://views.example.net.`,
  );
}

/** Says that the dashboard of a public gateway shows no Views, and how it would. */
export function warnWithoutSandbox(
  publicUrl: string | undefined,
  sandboxUrl: string | undefined,
  log: Log,
): void {
  if (publicUrl === undefined || sandboxUrl !== undefined || isLoopback(new URL(publicUrl).hostname)) return;
  log.warn(
    "Views are off in the dashboard. To turn them on, set TOOLSHED_SANDBOX_URL to a second address of this gateway on another domain (docs/public-url.md).",
  );
}
