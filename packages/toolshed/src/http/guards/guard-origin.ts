import type { IncomingMessage, RequestListener } from "node:http";
import { type Answer, answer } from "../answer.ts";
import { isLivePath } from "./live-paths.ts";

const hostPattern = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const foreignAnswer: Answer = {
  status: 403,
  headers: { Connection: "close" },
  body: { error: "This gateway answers neither other names nor pages of other origins" },
};
const localNames = ["127.0.0.1", "localhost", "[::1]"];

export interface OwnNames {
  /** The origin under which it is reached from elsewhere. */
  readonly publicUrl?: string | undefined;
  /** The address it listens on, if that is a certain one. */
  readonly hostname?: string;
  /** Where Views are shown, if that has a name of its own. */
  readonly sandboxUrl?: string | undefined;
}

interface Named {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined };
}

/** Where Views are shown. */
export const sandboxPath = "/sandbox";

/** Views that keep something have each a name of their own, below that of the sandbox. */
const viewName = /^view-[0-9a-f]{40}\./;

/**
 * Refuses, before anything else is read, requests that were sent to another name than ours (DNS rebinding)
 * or by a page of another origin. A request without an Origin does not come from a page and passes.
 */
export function guardOrigin(
  listener: RequestListener,
  { publicUrl, hostname, sandboxUrl }: OwnNames = {},
): RequestListener {
  const names = new Set(hostname === undefined ? localNames : [...localNames, hostname]);
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const sandboxHost = sandboxUrl === undefined ? undefined : new URL(sandboxUrl).host;

  /** Frames are asked for without an origin, and nothing else is served under these names. */
  function isSandbox({ method, url = "", headers: { host = "", origin } }: IncomingMessage): boolean {
    if (origin !== undefined || method !== "GET" || !url.startsWith(`${sandboxPath}?`)) return false;
    const name = host.toLowerCase().replace(viewName, "");
    return (
      name === sandboxHost || (name !== host.toLowerCase() && hostPattern.exec(name)?.[1] === "localhost")
    );
  }

  function isOurs({ headers: { host = "", origin } }: Named): boolean {
    if (publicHost !== undefined && host.toLowerCase() === publicHost)
      return origin === undefined || origin === publicUrl;
    const name = hostPattern.exec(host)?.[1]?.toLowerCase();
    return name !== undefined && names.has(name) && (origin === undefined || origin === `http://${host}`);
  }

  /** Pages of any origin show Views. What they send here carries its own authority. */
  const isLive = ({ method, url = "", headers: { host } }: IncomingMessage) =>
    isLivePath(method, url) && isOurs({ headers: { host } });

  return (request, response) => {
    if (isOurs(request) || isSandbox(request) || isLive(request)) return listener(request, response);
    answer(request, response, foreignAnswer);
  };
}
