import type { ApprovalMode } from "../policy/caller.ts";
import type { Endpoint } from "./endpoints.ts";

/** Of `endpoint`, joined with `endpoint_grant`. */
export const endpointColumns = [
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
] as const;

/** What a row of the database is read as. */
export interface EndpointRow {
  readonly id: string;
  readonly name: string;
  readonly clientId: string | null;
  readonly userId: string;
  readonly readOnly: number;
  readonly allow: string | null;
  readonly approval: string;
  readonly pins: string | null;
  readonly source: string | null;
  readonly role: string | null;
  readonly modelApproves: number;
  readonly connections: string | null;
  readonly createdAt: number;
}

export function toEndpoint(row: EndpointRow): Endpoint {
  const { id, name, userId, createdAt } = row;
  const scope = { readOnly: row.readOnly !== 0, ...(row.allow !== null && { allow: JSON.parse(row.allow) }) };
  const pins = row.pins !== null && { pins: JSON.parse(row.pins) };
  const kind = row.clientId === null ? "token" : "grant";
  const role = row.role !== null && { role: row.role };
  const modelApproves = row.modelApproves !== 0 && ({ modelApproves: true } as const);
  const source = row.source !== null && { source: row.source };
  const connections = row.connections !== null && { connections: JSON.parse(row.connections) };
  const approval = row.approval as ApprovalMode;
  return {
    id,
    name,
    kind,
    userId,
    scope,
    approval,
    ...pins,
    ...source,
    ...role,
    ...modelApproves,
    ...connections,
    createdAt,
  };
}
