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
  /** By which way somebody signs in: `credential` is a password. */
  account: {
    providerId: string;
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
    /** The id of the one source that it exposes as it is. */
    source: Generated<string | null>;
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
  /** Sources that were added while running. */
  source: {
    id: string;
    kind: "mcp" | "openapi" | "plugin";
    /** JSON, without what has to stay secret. */
    config: string;
    sealed: string;
    trust: "ask" | "always";
    /** The tools as the source last listed them, as JSON. Nothing means that it never could be asked. */
    found: string | null;
    /** The tools that an admin has seen: a JSON object of names and hashes. */
    pinned: string;
    created_by: string;
    created_at: number;
  };
  /** An authorization that a person has begun in the browser. */
  authorization_flow: {
    state_hash: string;
    sealed: string;
    expires_at: number;
  };
  /** Grows with each change of the topic. Only on PostgreSQL. */
  topic_version: {
    topic: string;
    version: number;
  };
  /** What all gateways together have used up of a limit until it begins anew. Only on PostgreSQL. */
  rate_limit: {
    key: string;
    ends_at: number;
    used: number;
  };
}
