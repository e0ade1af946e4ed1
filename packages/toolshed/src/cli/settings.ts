interface Setting {
  readonly name: string;
  /** In Markdown, as is the description. */
  readonly fallback: string;
  readonly description: string;
}

/** The environment variables. `toolshed help settings` and docs/cli.md show them. */
export const settings: readonly Setting[] = [
  { name: "PORT", fallback: "`7420`", description: "where the gateway listens" },
  {
    name: "HOST",
    fallback: "`127.0.0.1`",
    description: "on which address it listens; another one needs `TOOLSHED_PUBLIC_URL`",
  },
  {
    name: "TOOLSHED_PUBLIC_URL",
    fallback: "unset: `http://127.0.0.1:<PORT>`",
    description: "under which address people and clients reach it",
  },
  {
    name: "TOOLSHED_SANDBOX_URL",
    fallback: "none",
    description:
      "the second address of the same gateway, on another site, where the dashboard shows [Views](public-url.md#views)",
  },
  {
    name: "TOOLSHED_TRUSTED_PROXIES",
    fallback: "unset: only this machine",
    description: "addresses of reverse proxies whose `X-Forwarded-For` is believed",
  },
  {
    name: "TOOLSHED_HOME",
    fallback: "`~/.toolshed`",
    description: "where it keeps its data; one gateway runs on a home at a time",
  },
  {
    name: "TOOLSHED_SECRET",
    fallback: "made on the first start and kept in the home",
    description:
      "protects credentials and sessions; at least 32 characters, the same for all gateways on a database",
  },
  {
    name: "TOOLSHED_SECRET_OLD",
    fallback: "unset",
    description: "the secret before, for the one start that changes over to a new `TOOLSHED_SECRET`",
  },
  {
    name: "DATABASE_URL",
    fallback: "unset: SQLite in the home",
    description: "a PostgreSQL database to use instead",
  },
  {
    name: "TOOLSHED_CALLS_PER_MINUTE",
    fallback: "`6000`; unlimited without a public URL or shared database",
    description:
      "how many requests an endpoint may make in a minute, by MCP or by commands that use its token, on all gateways together; more get 429 with `Retry-After`",
  },
  {
    name: "TOOLSHED_MISSES_PER_MINUTE",
    fallback: "`60`; unlimited likewise",
    description: "how many requests with a token that opens nothing an address may make in a minute",
  },
  {
    name: "TOOLSHED_GRANTS_PER_MINUTE",
    fallback: "`120`; unlimited likewise",
    description: "how many requests to be let in as a client an address may make in a minute",
  },
  {
    name: "TOOLSHED_ALLOW_PRIVATE",
    fallback: "unset",
    description:
      "hosts and ranges of your own network, with commas between, that documents of clients, API documents and upstreams may be on",
  },
  {
    name: "TOOLSHED_CLIENT_DOCUMENTS",
    fallback: "`on`",
    description:
      "`off`: clients register instead of naming [a document](public-url.md#without-internet-access) that the gateway would have to load",
  },
  {
    name: "<PROVIDER>_API_KEY",
    fallback: "unset",
    description:
      "the key of a provider, such as `GRANOLA_PERSONAL_API_KEY`, for people without a connection of their own",
  },
  {
    name: "TOOLSHED_OIDC_<ID>_…",
    fallback: "unset",
    description: "an OpenID provider that people sign in with: see [teams](teams.md)",
  },
  { name: "GRANOLA_API_URL", fallback: "Granola's own", description: "another address of Granola's API" },
  {
    name: "TOOLSHED_RECORD_DAYS",
    fallback: "`30`",
    description: "how many days calls are kept in the record",
  },
  {
    name: "TOOLSHED_RECORD_CALLS",
    fallback: "`2000000`",
    description:
      "how many calls are kept in the record at most, from 400 bytes to 8 KB each; beyond that, those with the most calls lose their oldest ones",
  },
  { name: "TOOLSHED_LOG", fallback: "`text`", description: "`json` for one object a line" },
  { name: "TOOLSHED_LOG_LEVEL", fallback: "`info`", description: "`debug`, `info`, `warn` or `error`" },
  {
    name: "TOOLSHED_DRAIN_SECONDS",
    fallback: "`8`",
    description: "how long running requests may take to finish when it stops",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "unset: nothing is sent",
    description:
      "where traces and metrics go; the other variables of OpenTelemetry's exporters and of its resource count as well",
  },
  {
    name: "OTEL_SDK_DISABLED",
    fallback: "unset",
    description: "`true` sends nothing, regardless of other settings",
  },
  { name: "NO_COLOR", fallback: "unset", description: "any value turns colors off" },
  {
    name: "FORCE_COLOR",
    fallback: "unset",
    description: "`1` turns colors on where the output is not a terminal; `0` turns them off",
  },
];
