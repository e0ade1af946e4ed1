import type { ApprovalMode } from "../policy/caller.ts";
import type { Store } from "../store/store.ts";
import type { Endpoint } from "./endpoints.ts";

export const selectEndpoints = (db: Store["db"]) =>
  db
    .selectFrom("endpoint")
    .leftJoin("endpoint_grant", "endpoint_grant.endpoint_id", "endpoint.id")
    .select([
      "endpoint.id",
      "endpoint.name",
      "endpoint_grant.client_id as clientId",
      "endpoint.user_id as userId",
      "endpoint.read_only as readOnly",
      "endpoint.allow",
      "endpoint.approval",
      "endpoint.pins",
      "endpoint.source",
      "endpoint.role",
      "endpoint.model_approves as modelApproves",
      "endpoint.connections",
      "endpoint.created_at as createdAt",
    ]);

type EndpointRow = Awaited<ReturnType<ReturnType<typeof selectEndpoints>["execute"]>>[number];

export const toEndpoint = (row: EndpointRow): Endpoint => ({
  id: row.id,
  name: row.name,
  kind: row.clientId === null ? "token" : "grant",
  userId: row.userId,
  scope: { readOnly: row.readOnly !== 0, ...(row.allow !== null && { allow: JSON.parse(row.allow) }) },
  approval: row.approval as ApprovalMode,
  ...(row.pins !== null && { pins: JSON.parse(row.pins) }),
  ...(row.source !== null && { source: row.source }),
  ...(row.role !== null && { role: row.role }),
  ...(row.modelApproves !== 0 && { modelApproves: true }),
  ...(row.connections !== null && { connections: JSON.parse(row.connections) }),
  createdAt: row.createdAt,
});
