import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function rotateSecret(): Promise<void> {
  await requestGateway(await findGateway(), "POST /rotate-secret", {});
  process.stdout.write(
    "The home has a new secret. Connections stay; people sign in again after the next start.\n",
  );
}
