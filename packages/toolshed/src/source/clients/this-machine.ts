import { homedir } from "node:os";
import type { ClientId } from "./client-ids.ts";
import { type ClientMachine, clients, type KnownClient } from "./clients.ts";

export const clientOf = (id: ClientId): KnownClient =>
  clients.find((client) => client.id === id) as KnownClient;

export const thisMachine = (): ClientMachine => ({
  platform: process.platform,
  home: homedir(),
  folder: process.cwd(),
  environment: process.env,
});
