import type { Generated } from "kysely";

/** The tables that our own code reads and writes. Times are milliseconds since 1970. */
export interface Database {
  /** Written by the account library, in its own column names. */
  user: {
    id: string;
    name: string;
    email: string;
    role: string;
    /** As text in SQLite. */
    createdAt: Date | string;
  };
  /** Beside those that are always there. */
  role: {
    name: string;
    /** Path patterns as a JSON array. */
    patterns: string;
  };
  invitation: {
    id: string;
    /** SHA-256 of its code, in hex. */
    hash: string;
    role: string;
    email: string | null;
    created_at: number;
    expires_at: number;
  };
  endpoint: {
    id: string;
    user_id: string;
    name: string;
    created_at: number;
    read_only: Generated<number>;
    /** Path patterns as a JSON array. Nothing means that all are allowed. */
    allow: string | null;
    /** Paths as a JSON array. Nothing means that the endpoint exposes search. */
    pins: string | null;
    approval: Generated<string>;
    /** Of the endpoint itself, if it belongs to the team. A person's has that of the person. */
    role: string | null;
    created_by: string | null;
    last_used_at: number | null;
  };
  endpoint_token: {
    /** SHA-256 of the token, in hex: the token itself is never stored. */
    hash: string;
    endpoint_id: string;
    created_at: number;
    expires_at: number | null;
  };
  plugin_data: {
    plugin_id: string;
    user_id: string;
    key: string;
    value: string;
  };
  /** The key that seals credentials, itself sealed by the gateway's secret. */
  data_key: {
    id: string;
    wrapped: string;
  };
  connection: {
    /** A user's id, or `team`. */
    owner_id: string;
    provider: string;
    kind: "key" | "grant";
    sealed: string;
    last_four: string;
    expires_at: number | null;
    created_at: number;
  };
  call_record: {
    /** Grows from one call to the next. */
    id: Generated<number>;
    at: number;
    user_id: string;
    via: string;
    client: string;
    path: string;
    outcome: string;
    duration_ms: number;
    result_bytes: number;
    arguments: string;
  };
}
