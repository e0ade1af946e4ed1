import type { ApprovalMode, Restrictions } from "../policy/caller.ts";
import type { Store } from "../store/store.ts";
import type { Endpoint } from "./endpoints.ts";
import { hashToken } from "./token.ts";

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
      "endpoint.lists_all as listsAll",
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
  ...(row.listsAll !== 0 && { listsAll: true }),
  ...(row.source !== null && { source: row.source }),
  ...(row.role !== null && { role: row.role }),
  ...(row.modelApproves !== 0 && { modelApproves: true }),
  ...(row.connections !== null && { connections: JSON.parse(row.connections) }),
  createdAt: row.createdAt,
});

export type WantedRestrictions = { readonly [Name in keyof Restrictions]?: Restrictions[Name] | undefined };

/** What a new endpoint is restricted to, as it is stored. */
export const toColumns = ({
  scope,
  approval,
  pins,
  listsAll,
  source,
  modelApproves,
  connections,
}: WantedRestrictions) => ({
  read_only: Number(scope?.readOnly ?? false),
  allow: scope?.allow ? JSON.stringify(scope.allow) : null,
  approval: approval ?? "host",
  pins: pins ? JSON.stringify(pins) : null,
  lists_all: Number(listsAll ?? false),
  source: source ?? null,
  model_approves: Number(modelApproves ?? false),
  connections: connections ? JSON.stringify(connections) : null,
});

/** A token that a client was given, with the grant that it belongs to, if that still is. */
export const selectGranted = (
  db: Store["db"],
  table: "oauthAccessToken" | "oauthRefreshToken",
  token: string,
) =>
  db
    .selectFrom(table)
    .innerJoin("endpoint_grant", (join) =>
      join.onRef("client_id", "=", "clientId").onRef("user_id", "=", "userId"),
    )
    .select(["endpoint_id as endpointId", "expiresAt", "resources"])
    .where("token", "=", hashToken(token));
