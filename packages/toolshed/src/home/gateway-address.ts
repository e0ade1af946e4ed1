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

const file = (home: string) => jsonFile<GatewayAddress>(join(home, "gateway.json"));

export const readGatewayAddress = (home: string): GatewayAddress | undefined => file(home).read();

export const writeGatewayAddress = (home: string, address: GatewayAddress): void => file(home).write(address);

export const removeGatewayAddress = (home: string): void => file(home).remove();
