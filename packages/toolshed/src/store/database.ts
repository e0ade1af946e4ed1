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
    /** Whether `resume` may approve without a person. */
    model_approves: Generated<number>;
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
  run: {
    id: string;
    user_id: string;
    via: string;
    state: "paused" | "running";
    /** All that is needed to repeat the run up to where it is, as JSON. */
    journal: string;
    updated_at: number;
  };
  run_output: {
    handle: string;
    user_id: string;
    body: string;
    created_at: number;
  };
  approval: {
    id: string;
    user_id: string;
    via: string;
    path: string;
    arguments: string;
    /** What it is bound to: the caller, the path, the exact arguments and, in a run, the call. */
    call_hash: string;
    run_id: string | null;
    state: "waiting" | "approved" | "refused" | "used";
    note: string | null;
    created_at: number;
    decided_at: number | null;
  };
  /** An empty column means that the rule is for everybody, every role or every door. */
  approval_rule: {
    id: string;
    user_id: string | null;
    role: string | null;
    via: string | null;
    pattern: string;
    effect: "allow" | "ask" | "deny";
    created_at: number;
  };
}
