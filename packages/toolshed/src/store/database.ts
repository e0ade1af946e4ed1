import type { ExpressionBuilder, Generated, Selectable } from "kysely";

/** The tables that our own code reads and writes. Times are milliseconds since 1970. */
export interface Database {
  /** Written by the account library, in its own column names. */
  user: {
    id: string;
    name: string;
    email: string;
    role: string;
    /** Whether the owner lets this admin add sources that run a program. */
    may_add_programs: Generated<number>;
    /** 0 or 1 in SQLite. */
    emailVerified: number | boolean;
    /** As text in SQLite. */
    createdAt: Date | string;
    updatedAt: Date | string;
  };
  /** How a person signs in: `credential` is a password. */
  account: {
    userId: string;
    providerId: string;
  };
  /** A browser in which a person is signed in. */
  session: {
    id: string;
    userId: string;
    userAgent: string | null;
    /** As text in SQLite. */
    createdAt: Date | string;
    updatedAt: Date | string;
    expiresAt: Date | string;
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
    /** Nothing for those of earlier versions. */
    created_by: string | null;
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
    /** Whether it lists every tool that its caller sees, beside those that search. */
    lists_all: Generated<number>;
    approval: Generated<string>;
    /** The id of the one source that it exposes as it is. */
    source: Generated<string | null>;
    /** Of the endpoint itself, if it belongs to the team. A person's has that of the person. */
    role: string | null;
    created_by: string | null;
    last_used_at: number | null;
    /** Whether `resume` may approve without a person. */
    model_approves: Generated<number>;
    /** The connection that it uses of each provider, as a JSON object of names. Nothing means that the caller chooses. */
    connections: Generated<string | null>;
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
  oauthRefreshToken: OauthToken & {
    /** What a rotated token was answered with, encrypted, and until when it is answered so again. */
    rotationReplayResponse: string | null;
    rotationReplayExpiresAt: AccountDate | null;
  };
  oauthConsent: { clientId: string; userId: string };
  verification: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: AccountDate;
    createdAt: AccountDate;
    updatedAt: AccountDate;
  };
  plugin_data: {
    plugin_id: string;
    user_id: string;
    key: string;
    value: string;
  };
  view_state: {
    user_id: string;
    source: string;
    /** A hash of the View and of its key, or of the showing. */
    slot: string;
    is_keyed: number;
    /** JSON. */
    state: string;
    version: number;
    written_at: number;
  };
  /** A call that a person saved on a tool's page. */
  saved_call: {
    id: string;
    user_id: string;
    path: string;
    name: string;
    /** JSON of the arguments and the connection. */
    sealed: string;
    created_at: number;
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
    /** Tells several of one owner and provider apart. */
    name: string;
    kind: "key" | "grant";
    is_default: number;
    sealed: string;
    last_four: string;
    expires_at: number | null;
    created_at: number;
    /** When the access token expires of one that is refreshed automatically. */
    token_expires_at: Generated<number | null>;
    refreshed_at: Generated<number | null>;
    /** Why the last refresh failed, and when. */
    last_error: Generated<string | null>;
    last_error_at: Generated<number | null>;
    needs_reconnect: Generated<number>;
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
    /** The one that was used of the tool's provider, if any. */
    connection: string | null;
    /** Nothing where it came by the command or the dashboard, or before this was stored. */
    endpoint_id: string | null;
    /** What it waits for, or has waited for. */
    approval_id: string | null;
    /** Why a call that waited was not made. */
    note: Generated<string | null>;
    /** The trace or session of the client that it is part of. */
    trace_id: Generated<string | null>;
    /** The run whose script made it. */
    run_id: Generated<string | null>;
    /** Why it failed, without secrets. */
    error: Generated<string | null>;
    /** Milliseconds by stage, as a JSON object. */
    timings: Generated<string | null>;
    /** 1 if its result was kept, 2 if only a part of it was. */
    result_state: Generated<number | null>;
  };
  /** What calls answered. A row goes with its call, and usually before it. */
  call_result: {
    call_id: number;
    at: number;
    /** What the row counts for in the total of all that is kept. */
    bytes: number;
    /** Encrypted JSON. */
    sealed: Uint8Array;
  };
  /** What admins have set. */
  setting: {
    name: string;
    /** JSON. */
    value: string;
  };
  /** How many calls there were in an hour, by person, client and duration. Everybody's are also under an empty id. */
  call_stats: {
    /** Hours since 1970. */
    hour: number;
    user_id: string;
    client: string;
    /** Which span of durations, or -1 where the tool did not run. */
    bucket: number;
    calls: number;
    failed: number;
    last_at: number;
  };
  /** How often a tool was called, and how long that took together. Everybody's calls are also under an empty id. */
  tool_stats: {
    /** Hours since 1970; for days, their negative number. Only the latest hours are kept. */
    period: number;
    user_id: string;
    path: string;
    calls: number;
    failed: number;
    runs: number;
    total_ms: number;
  };
  /** One row: all calls up to this id are counted, but for those in `call_stats_open`. */
  call_stats_state: {
    through: number;
  };
  /** Calls that had not ended when their turn came, and are counted when they have. */
  call_stats_open: {
    id: number;
  };
  /** How many characters of tool definitions clients could have listed in a day, and how many they were sent. */
  definition_stats: {
    /** Days since 1970. */
    day: number;
    user_id: string;
    lists: number;
    defined_chars: number;
    sent_chars: number;
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
    /** The changed tools that an admin has rejected: a JSON object of names and versions. */
    rejected: Generated<string>;
    created_by: string;
    created_at: number;
    /** Grows with each change. */
    revision: Generated<number>;
    /** Why the connection to its server last ended, without being asked to, and when. */
    last_reason: Generated<string | null>;
    last_reason_at: Generated<number | null>;
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
  /** What all gateways together have used of a limit in its current window. Only on PostgreSQL. */
  rate_limit: {
    key: string;
    ends_at: number;
    used: number;
  };
  run: {
    id: string;
    user_id: string;
    via: string;
    /** Nothing where it began by the command or the dashboard, or before this was stored. */
    endpoint_id: string | null;
    state: "paused" | "running";
    /** All that is needed to repeat the run up to where it is, as JSON. */
    journal: string;
    /** Characters of the journal. */
    length: Generated<number>;
    updated_at: number;
  };
  run_output: {
    handle: string;
    user_id: string;
    /** The endpoint's id, or `command` or `dashboard`. Nothing where it was kept before this was stored. */
    door: Generated<string | null>;
    body: string;
    created_at: number;
  };
  approval: {
    id: string;
    user_id: string;
    via: string;
    path: string;
    arguments: string;
    /** What it is bound to: the caller, the path, the exact arguments, the connection and, in a run, the call. */
    call_hash: string;
    connection: string | null;
    /** Absent where a person asked, in the dashboard or by a command. */
    endpoint_id: string | null;
    run_id: string | null;
    state: "waiting" | "approved" | "refused" | "used" | "cancelled";
    note: string | null;
    created_at: number;
    decided_at: number | null;
    /** Who decided in the dashboard. Nothing where a client or the gateway did. */
    decided_by: Generated<string | null>;
    /** What the tool itself asks, and what it was answered: JSON. Nothing where only its call waits. */
    question: string | null;
    answer: string | null;
  };
  /** Only on PostgreSQL: the open Views that have tools, on any of its gateways. */
  live_view: {
    id: string;
    /** JSON: what it lists, and whose it is. */
    body: string;
    /** Another with each change. */
    stamp: string;
    /** When a gateway last heard of it, by the database's clock. */
    seen_at: number;
  };
  /** Only on PostgreSQL: the pages that have closed their Views. */
  live_closed: {
    /** JSON: the View's showing and the page's instance. */
    page: string;
    /** The number of the request that closed it. Requests with a lower number don't open it again. */
    sequence: number;
    closed_at: number;
  };
  /** Only on PostgreSQL: calls of tools of open Views, until their callers have the answers. */
  live_call: {
    id: string;
    /** The View, as it was opened last. */
    address: string;
    state: "waiting" | "taken" | "cancelled" | "answered";
    /** Sealed JSON: the call, and then its answer. */
    body: string;
    created_at: number;
  };
  /** An empty column means that the rule is for everybody, every role or every door. */
  approval_rule: {
    id: string;
    user_id: string | null;
    role: string | null;
    /** `command`, `dashboard`, or what the endpoint was called when the rule was made. */
    via: string | null;
    /** The endpoint whose calls it is for. The rule ends with it. */
    endpoint_id: string | null;
    pattern: string;
    effect: "allow" | "ask" | "deny";
    created_at: number;
  };
}

/** A row as it is read. */
export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** Builds conditions on the rows of a table. */
export type Conditions<Table extends keyof Database> = ExpressionBuilder<Database, Table>;

/** Text in SQLite. */
export type AccountDate = string | Date;

export interface OauthToken {
  /** SHA-256 of the token, in hex. */
  token: string;
  clientId: string;
  userId: string;
  /** What it is for, as a JSON array; PostgreSQL gives it parsed. */
  resources: string | string[] | null;
  expiresAt: AccountDate;
  revoked: AccountDate | null;
}
