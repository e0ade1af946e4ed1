import { homeFolder } from "../../home/home.ts";
import { installList } from "../../home/installs.ts";
import type { ClientId } from "../../source/clients/client-ids.ts";
import { clientOf } from "../../source/clients/this-machine.ts";
import { UserError } from "../../user-error.ts";
import { findEndpoint } from "../client/endpoint-pages.ts";
import { findGateway } from "../client/find-gateway.ts";
import { requestGateway } from "../client/request-gateway.ts";
import { invocation } from "../invocation.ts";
import { print } from "../print/print.ts";
import { revertInstall } from "./install-client.ts";

export async function runUninstall(id: ClientId): Promise<void> {
  const client = clientOf(id);
  const installs = installList(homeFolder(invocation()));
  const done = installs.of(client.id);
  if (done.length === 0)
    throw new UserError(
      `${client.name} wasn't set up by "toolshed install". Run "toolshed install" to see which clients are.`,
    );
  for (const install of done) {
    const { isExact, after } = revertInstall(install, client, installs);
    const { file, name } = install;
    if (isExact) print(after === undefined ? `Removed ${file}.` : `${file} is what it was before.`);
    else print(`Removed "${name}" from ${file}. Your other changes to the file stay.`);
  }
  const gateway = await findGateway();
  for (const endpointId of new Set(done.map((install) => install.endpointId))) {
    if (!(await findEndpoint(gateway, endpointId))) continue;
    await requestGateway(gateway, "DELETE /endpoints/:id", { params: { id: endpointId } });
    print(`Revoked the endpoint of ${client.name}.`);
  }
}
