import { UserError } from "../../user-error.ts";

const defaultPort = 7420;

/** The port of PORT. */
export function parsePort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new UserError(`PORT is "${text}", which is not a port: give a number such as PORT=${defaultPort}.`);
}
