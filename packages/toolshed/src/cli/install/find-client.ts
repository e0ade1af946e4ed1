import { homedir } from "node:os";
import { UsageError } from "../usage-error.ts";
import { type ClientMachine, clients, type KnownClient } from "./clients.ts";

/** The client that was named on the command line. */
export function findClient(id: string): KnownClient {
  const found = clients.find((client) => client.id === id);
  if (found) return found;
  const known = clients.map((client) => client.id).join(", ");
  throw new UsageError(`Unknown client "${id}". Choose from: ${known}.`);
}

export const thisMachine = (): ClientMachine => ({
  platform: process.platform,
  home: homedir(),
  folder: process.cwd(),
  environment: process.env,
});
