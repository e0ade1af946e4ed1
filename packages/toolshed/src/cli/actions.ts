import { parseArgs } from "node:util";
import type { GatewayAddress } from "../home/gateway-address.ts";
import { UserError } from "../user-error.ts";
import { findGateway } from "./find-gateway.ts";

type Action = (args: string[], address: GatewayAddress) => Promise<void>;

/** A command of several actions: `toolshed roles set …`. Without one it lists. `usage` is said of an unknown one. */
export function withActions(actions: Readonly<Record<string, Action>>, usage: string) {
  return async ([name = "list", ...args]: string[]): Promise<void> => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new UserError(usage);
    await action(args, await findGateway());
  };
}

type Options = Record<string, { type: "string" | "boolean"; multiple?: boolean; short?: string }>;

/** The options of a command, and what else was typed. */
export function readArgs<const Wanted extends Options>(
  args: string[],
  options: Wanted,
): ReturnType<typeof parseArgs<{ options: Wanted; allowPositionals: true }>> {
  return parseArgs({ args, options, allowPositionals: true });
}
