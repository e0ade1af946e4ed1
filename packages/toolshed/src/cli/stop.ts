import { homeFolder } from "../home/home.ts";
import { runningGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function stop(): Promise<void> {
  const home = homeFolder(process.env);
  const address = await runningGateway(home);
  if (!address) {
    process.stdout.write(`No gateway runs on ${home}.\n`);
    return;
  }
  await requestGateway(address, "POST /stop", {});
  process.stdout.write(`Asked the gateway at ${address.url} to end.\n`);
}
