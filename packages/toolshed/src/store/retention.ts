const kb = 1024;
const mb = 1024 * kb;

/** How much a table may hold, and until when. */
interface Retention {
  /** Whose rows are counted together. */
  readonly owner: string;
  /** What one owner may have. Lengths are in characters, and close to bytes. */
  readonly perOwner: { readonly rows?: number; readonly length?: number };
  /** What all owners may have together, if that isn't bounded by who they are. */
  readonly total?: { readonly rows?: number; readonly length?: number };
  /** What happens beyond that. */
  readonly atLimit: string;
  readonly expires: string;
}

const never = "never";
const withOwner = "with its owner";
const refused = "a new one is refused";
const oldest = "the oldest make way";

/** Every table of the database, with its limits. Those with numbers are enforced from here. */
export const retention = {
  // People and what they may do.
  user: { owner: "invitation", perOwner: { rows: 1 }, atLimit: refused, expires: "when removed by an admin" },
  account: { owner: "person", perOwner: { rows: 20 }, atLimit: refused, expires: withOwner },
  session: {
    owner: "person",
    perOwner: {},
    atLimit: "sign-ins are limited by rate",
    expires: "7 days unused",
  },
  role: { owner: "admins", perOwner: {}, atLimit: "only admins create them", expires: never },
  invitation: {
    owner: "admins",
    perOwner: {},
    atLimit: "only admins create them",
    expires: "a month after it ends",
  },
  setting: { owner: "admins", perOwner: {}, atLimit: "one row for each setting", expires: never },
  source: { owner: "admins", perOwner: {}, atLimit: "only admins create them", expires: never },
  data_key: { owner: "gateway", perOwner: { rows: 1 }, atLimit: "one row", expires: never },
  connection: {
    owner: "person",
    perOwner: {},
    atLimit: "one for each name and provider",
    expires: withOwner,
  },
  plugin_data: {
    owner: "person and plugin",
    perOwner: { length: 64 * mb },
    atLimit: refused,
    expires: withOwner,
  },
  view_state: {
    owner: "person and source",
    perOwner: { rows: 100, length: 6.4 * mb },
    atLimit: oldest,
    expires: "180 days unused, 2 days without a key",
  },
  saved_call: {
    owner: "person",
    perOwner: { rows: 500, length: 32 * mb },
    atLimit: refused,
    expires: withOwner,
  },

  // Endpoints and clients.
  endpoint: { owner: "person", perOwner: { rows: 1_000 }, atLimit: refused, expires: "when revoked" },
  endpoint_token: {
    owner: "endpoint",
    perOwner: { rows: 2 },
    atLimit: "the older one ends",
    expires: "as its owner chose",
  },
  endpoint_grant: {
    owner: "endpoint",
    perOwner: { rows: 1 },
    atLimit: "one row",
    expires: "with its tokens",
  },
  approval_rule: {
    owner: "person",
    perOwner: { rows: 1_000 },
    atLimit: refused,
    expires: "with its endpoint",
  },
  oauthClient: {
    owner: "client",
    perOwner: { rows: 1 },
    atLimit: "registrations are limited by rate",
    expires: "a day unused, 90 days without a grant",
  },
  oauthClientAssertion: { owner: "client", perOwner: {}, atLimit: "not used", expires: never },
  oauthClientResource: {
    owner: "client",
    perOwner: {},
    atLimit: "one for each address of the gateway",
    expires: "with the client",
  },
  oauthResource: {
    owner: "gateway",
    perOwner: {},
    atLimit: "one for each address of the gateway",
    expires: never,
  },
  oauthConsent: {
    owner: "person and client",
    perOwner: { rows: 1 },
    atLimit: "one row",
    expires: "with the client",
  },
  oauthAccessToken: {
    owner: "grant",
    perOwner: {},
    atLimit: "requests are limited by rate",
    expires: "an hour",
  },
  oauthRefreshToken: {
    owner: "grant",
    perOwner: {},
    atLimit: "requests are limited by rate",
    expires: "30 days",
  },
  answered_consent: {
    owner: "person",
    perOwner: {},
    atLimit: "one for each answered request",
    expires: "a day",
  },
  authorization_flow: { owner: "person", perOwner: {}, atLimit: "expires soon", expires: "10 minutes" },
  verification: { owner: "gateway", perOwner: {}, atLimit: "expires soon", expires: "a day" },

  // What happened.
  call_record: {
    owner: "person",
    perOwner: {},
    total: { rows: 2_000_000 },
    atLimit: "those with the most lose their oldest",
    expires: "30 days",
  },
  call_result: {
    owner: "gateway",
    perOwner: {},
    total: { length: 500 * mb },
    atLimit: oldest,
    expires: "7 days",
  },
  call_stats: {
    owner: "person",
    perOwner: {},
    atLimit: "100 clients an hour, the rest together",
    expires: "with the record",
  },
  call_stats_open: {
    owner: "gateway",
    perOwner: {},
    atLimit: "one for each open call",
    expires: "with its call",
  },
  call_stats_state: { owner: "gateway", perOwner: { rows: 1 }, atLimit: "one row", expires: never },
  tool_stats: {
    owner: "person",
    perOwner: {},
    atLimit: "one for each tool and hour",
    expires: "with the record",
  },
  definition_stats: { owner: "person", perOwner: {}, atLimit: "one a day", expires: "with the record" },
  approval: {
    owner: "person",
    /** Decided ones. 200 more may wait. */
    perOwner: { rows: 5_000 },
    atLimit: oldest,
    expires: "7 days if nobody decides, 14 days in any case",
  },
  run: {
    owner: "person",
    perOwner: { rows: 200, length: 64 * mb },
    total: { length: 1_024 * mb },
    atLimit: "the oldest that no approval holds make way, or the run ends",
    expires: "an hour after its last answer, 7 days in any case",
  },
  run_output: {
    owner: "person",
    perOwner: { rows: 512, length: 64 * mb },
    atLimit: oldest,
    expires: "7 days",
  },

  // Only on PostgreSQL.
  live_view: { owner: "person", perOwner: { rows: 50 }, atLimit: refused, expires: "when closed" },
  live_call: { owner: "View", perOwner: { rows: 20 }, atLimit: refused, expires: "when answered" },
  live_closed: { owner: "View", perOwner: {}, atLimit: "requests are limited by rate", expires: "a day" },
  rate_limit: { owner: "gateway", perOwner: {}, atLimit: "one for each limited key", expires: "a minute" },
  topic_version: { owner: "gateway", perOwner: {}, atLimit: "one for each topic", expires: never },
} as const satisfies Readonly<Record<string, Retention>>;
