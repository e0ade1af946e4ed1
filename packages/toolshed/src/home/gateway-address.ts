import { join } from "node:path";
import { jsonFile } from "./private-file.ts";

/** Where the process that owns a home is reached, and the secret by which it knows the person's own commands. */
export interface GatewayAddress {
  readonly url: string;
  readonly secret: string;
  readonly pid: number;
  /** Started by a command on its own account: it makes way for a `toolshed start`. */
  readonly background: boolean;
}

export const gatewayFile = (home: string) => jsonFile<GatewayAddress>(join(home, "gateway.json"));
