import { join } from "node:path";
import { type PrivateFile, privateFile } from "./private-file.ts";

/** Where the process that owns a home is reached, and the secret by which it knows the person's own commands. */
export interface GatewayAddress {
  readonly url: string;
  readonly secret: string;
  readonly pid: number;
  /** Started by a command on its own account: it makes way for a `toolshed start`. */
  readonly background: boolean;
}

const file = (home: string): PrivateFile => privateFile(join(home, "gateway.json"));

export function readGatewayAddress(home: string): GatewayAddress | undefined {
  const text = file(home).read();
  return text === undefined ? undefined : JSON.parse(text);
}

export function writeGatewayAddress(home: string, address: GatewayAddress): void {
  file(home).write(JSON.stringify(address));
}

export function removeGatewayAddress(home: string): void {
  file(home).remove();
}
