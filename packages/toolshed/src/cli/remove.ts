import { resolve } from "node:path";
import { homeFolder } from "../home/home.ts";
import { pluginList } from "../home/plugin-list.ts";
import { UserError } from "../user-error.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function remove([given, ...rest]: string[]): Promise<void> {
  if (!given || rest.length > 0)
    throw new UserError("Name a source or plugin: toolshed remove files, or toolshed remove ./my-plugin.ts.");
  if (/^[a-z][a-z0-9_]*$/.test(given) && (await removeSource(given))) {
    process.stdout.write("Removed. Its tools are no longer available.\n");
    return;
  }
  const added = pluginList(homeFolder(process.env)).read();
  const specifier = added.find((one) => one === given || one === resolve(given));
  if (specifier === undefined) {
    throw new UserError(
      `No source or plugin named "${given}".${added.length > 0 ? ` Added plugins: ${added.join(", ")}.` : ""}`,
    );
  }
  await requestGateway(await findGateway(), "DELETE /plugins", { body: { specifier } });
  process.stdout.write("Removed. Its tools are no longer available.\n");
}

async function removeSource(id: string): Promise<boolean> {
  const address = await findGateway();
  const { sources } = await requestGateway(address, "GET /sources", {});
  if (!sources.some((source) => source.id === id)) return false;
  await requestGateway(address, "DELETE /sources/:id", { params: { id } });
  return true;
}
