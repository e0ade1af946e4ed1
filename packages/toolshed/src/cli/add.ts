import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { homeFolder, makeHome } from "../home/home.ts";
import { pluginList } from "../home/plugin-list.ts";
import { loadPlugin } from "../source/load-plugin.ts";
import { UserError } from "../user-error.ts";
import { runningGateway } from "./find-gateway.ts";

export async function add([kind, given, ...rest]: string[]): Promise<void> {
  if (kind !== "plugin" || !given || rest.length > 0) {
    throw new UserError("Give a file or a package: toolshed add plugin ./my-plugin.ts.");
  }
  const specifier = existsSync(given) ? resolve(given) : given;
  const home = homeFolder(process.env);
  makeHome(home);
  // From where the gateway will load it, so that what loads now loads then.
  const plugin = await loadPlugin(specifier, home).catch((error) => {
    throw new UserError(`The plugin could not be loaded: ${error.message}`);
  });
  const list = pluginList(home);
  list.write([...new Set([...list.read(), specifier])]);
  process.stdout.write(`Added ${plugin.name} with ${plugin.tools.length} tools.\n`);
  if (await runningGateway(home))
    process.stdout.write("They are there after the next start of the gateway.\n");
}
