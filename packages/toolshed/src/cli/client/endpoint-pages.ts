import type { ListedEndpoint } from "../../endpoint/endpoints.ts";
import { type GatewayDoor, requestGateway } from "./request-gateway.ts";

/** All endpoints, page by page. */
export async function* requestEndpointPages(door: GatewayDoor): AsyncGenerator<ListedEndpoint[]> {
  let cursor: string | undefined;
  do {
    const { endpoints, next } = await requestGateway(door, "GET /endpoints", { query: { cursor } });
    yield endpoints;
    // Older gateways return the whole list and no `next`.
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

export async function findEndpoint(door: GatewayDoor, id: string): Promise<ListedEndpoint | undefined> {
  for await (const endpoints of requestEndpointPages(door)) {
    const found = endpoints.find((endpoint) => endpoint.id === id);
    if (found) return found;
  }
  return undefined;
}
