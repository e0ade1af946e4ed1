import type { Command } from "@commander-js/extra-typings";
import { homeFolder } from "../../../home/home.ts";
import { pluginList } from "../../../home/plugin-list.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { fromCwd, invocation } from "../../invocation.ts";
import { print } from "../../print/print.ts";

export function define(command: Command): void {
  command
    .summary("Remove a source or plugin")
    .description(
      "Remove a source by its id, or a plugin by its file or package. Its tools leave the catalog.",
    )
    .argument("<source>", "id of a source, or file or package of a plugin")
    .action(remove);
  addExamples(command, "toolshed remove files", "toolshed remove ./my-plugin.ts");
}

async function remove(given: string): Promise<void> {
  const address = await findGateway();
  const { sources } = await requestGateway(address, "GET /sources", {});
  const plugins = pluginList(homeFolder(invocation())).read();
  const specifier = plugins.find((one) => one === given || one === fromCwd(given));
  if (sources.some(({ id }) => id === given)) {
    await requestGateway(address, "DELETE /sources/:id", { params: { id: given } });
  } else if (specifier !== undefined) {
    await requestGateway(address, "DELETE /plugins", { body: { specifier } });
  } else {
    const known = [...sources.map(({ id }) => id), ...plugins];
    throw unknownName("source or plugin", given, known, "toolshed sources");
  }
  print("Removed. Its tools are no longer available.");
}
