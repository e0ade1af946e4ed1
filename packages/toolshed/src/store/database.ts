import type { Generated } from "kysely";

/** The tables that our own code reads and writes. Times are milliseconds since 1970. */
export interface Database {
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
  };
  endpoint_token: {
    /** SHA-256 of the token, in hex: the token itself is never stored. */
    hash: string;
    endpoint_id: string;
    created_at: number;
    expires_at: number | null;
  };
  /** Makes an endpoint a grant: what a person lets a client do, opened by the access tokens of the two. */
  endpoint_grant: {
    endpoint_id: string;
    user_id: string;
    client_id: string;
  };
  /** Requests for consent that have been answered, by the hash of their signature. */
  answered_consent: {
    hash: string;
    answered_at: number;
  };
  /** What we read of the tables of better-auth's OAuth provider. */
  oauthClient: {
    clientId: string;
    name: string | null;
    /** How it was found by its document. Nothing means that it registered itself. */
    clientDiscoveryId: string | null;
    createdAt: AccountDate;
    updatedAt: AccountDate;
  };
  oauthAccessToken: OauthToken;
  oauthRefreshToken: OauthToken;
  oauthConsent: { clientId: string; userId: string };
  verification: { expiresAt: AccountDate };
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
}

/** Text in SQLite. */
export type AccountDate = string | Date;

interface OauthToken {
  /** SHA-256 of the token, in hex. */
  token: string;
  clientId: string;
  userId: string;
  /** What it is for, as a JSON array; PostgreSQL gives it parsed. */
  resources: string | string[] | null;
  expiresAt: AccountDate;
  revoked: AccountDate | null;
}
