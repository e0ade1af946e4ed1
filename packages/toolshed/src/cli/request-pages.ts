import { type GatewayDoor, requestGateway } from "./request-gateway.ts";

/** All pages of a list, one after the other. */
export async function* requestPages<Answer extends { next?: string | null }>(
  address: GatewayDoor,
  path: string,
): AsyncGenerator<Answer> {
  let cursor = "";
  while (true) {
    const more = cursor === "" ? "" : `?${new URLSearchParams({ cursor })}`;
    const answer = await requestGateway<Answer>(address, "GET", path + more);
    yield answer;
    // Older gateways return the whole list and no `next`.
    if (!answer.next) return;
    cursor = answer.next;
  }
}
