import type { Check } from "./check.ts";
import { connections, endpoints, sources } from "./checks/catalog.ts";
import { clients } from "./checks/clients.ts";
import { database } from "./checks/database.ts";
import { home, secret } from "./checks/home.ts";
import { clock, disk, node } from "./checks/machine.ts";
import { gateway, login, port, publicUrl, sandboxUrl } from "./checks/network.ts";

/** In the order in which they are shown: what others need comes first. */
export const checks: readonly Check[] = [
  node,
  disk,
  clock,
  home,
  database,
  secret,
  gateway,
  port,
  publicUrl,
  sandboxUrl,
  login,
  sources,
  connections,
  endpoints,
  clients,
];
