import { resolve } from "node:path";
import { homeFolder } from "../home/home.ts";
import { pluginList } from "../home/plugin-list.ts";
import { UserError } from "../user-error.ts";

export async function remove([given, ...rest]: string[]): Promise<void> {
  if (!given || rest.length > 0)
    throw new UserError("Give the file or package that was added: toolshed remove ./my-plugin.ts.");
  const list = pluginList(homeFolder(process.env));
  const before = list.read();
  const after = before.filter((specifier) => specifier !== given && specifier !== resolve(given));
  if (after.length === before.length) {
    throw new UserError(
      `${given} was not added. ${before.length > 0 ? `These were: ${before.join(", ")}.` : "Nothing was."}`,
    );
  }
  list.write(after);
  process.stdout.write("Removed. Its tools are gone after the next start of the gateway.\n");
}
