import { isIP } from "node:net";
import { isLoopback } from "../../http/guards/is-loopback.ts";
import { UserError } from "../../user-error.ts";

export interface ListenAddress {
  readonly hostname: string;
  /** Where commands on this machine reach it, as it stands in a URL. */
  readonly local: string;
}

/** HOST, or this machine alone. To let others in, the public name must be set. */
export function listenAddress(
  { HOST: host }: NodeJS.ProcessEnv,
  publicUrl: string | undefined,
): ListenAddress {
  if (!host) return { hostname: "127.0.0.1", local: "127.0.0.1" };
  if (host !== "localhost" && isIP(host) === 0) {
    throw new UserError(
      `HOST is "${host}", which is not an address to listen on: give one such as HOST=0.0.0.0, or none for this machine alone.`,
    );
  }
  if (!isLoopback(host) && publicUrl === undefined) {
    throw new UserError(
      `HOST=${host} lets other machines in: set TOOLSHED_PUBLIC_URL to the https address they use, or leave HOST out.`,
    );
  }
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const local = isIP(host) === 6 ? `[${host}]` : host;
  return { hostname: host, local: isEverywhere ? "127.0.0.1" : local };
}
