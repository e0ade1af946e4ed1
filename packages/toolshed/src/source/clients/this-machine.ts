import { homedir } from "node:os";
import type { ClientId } from "./client-ids.ts";
import { type ClientMachine, clients, type KnownClient } from "./clients.ts";

export const clientOf = (id: ClientId): KnownClient =>
  clients.find((client) => client.id === id) as KnownClient;

export const thisMachine = ({
  home = homedir(),
  cwd = process.cwd(),
  env = process.env,
} = {}): ClientMachine => ({
  platform: process.platform,
  home,
  folder: cwd,
  environment: env,
});
