import { type AuthProvider, apiKey, oauth2 } from "@toolshed/sdk";
import { z } from "zod";

const name = z.string().min(1).max(200);
const value = z.string().max(10_000);
/** Whether a client may tell it which folders are its roots. Some servers open everything below them. */
const roots = z.boolean().optional();

/** How an MCP server is reached: a program on this machine, or an address. */
export const mcpConfigSchema = z.discriminatedUnion("transport", [
  z.strictObject({
    transport: z.literal("stdio"),
    command: z.string().min(1).max(1_000),
    args: z.array(z.string().max(10_000)).max(200).default([]),
    cwd: z.string().max(1_000).optional(),
    roots,
  }),
  z.strictObject({
    transport: z.enum(["http", "sse"]),
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    /** Whether the address may be one of a private network, such as this machine. */
    allowPrivate: z.boolean().default(false),
    /** How people prove who they are there. Absent means that the server is asked when it is added. */
    auth: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("none") }),
        z.strictObject({
          type: z.literal("key"),
          header: name.default("Authorization"),
          prefix: z.string().max(100).default("Bearer "),
        }),
        z.strictObject({
          type: z.literal("oauth"),
          /** Absent where the gateway can make itself known to the server. */
          clientId: name.optional(),
        }),
      ])
      .optional(),
    /** Whose credentials these are: each person's own, or one for the whole team. */
    owner: z.enum(["person", "team"]).default("person"),
    roots,
  }),
]);

export type McpConfig = z.output<typeof mcpConfigSchema>;
export type StdioConfig = Extract<McpConfig, { transport: "stdio" }>;
export type RemoteConfig = Exclude<McpConfig, StdioConfig>;

/** What is sealed: the environment of a program, the headers for an address. */
export const mcpSecretsSchema = z.strictObject({
  env: z.record(name, value).default({}),
  headers: z.record(name, value).default({}),
  /** Goes with the client id of OAuth. */
  clientSecret: value.optional(),
});
export type McpSecrets = z.output<typeof mcpSecretsSchema>;

/** The same for a stored source: `null` means that the stored value stays. */
export const changedSecretsSchema = z.strictObject({
  env: z.record(name, value.nullable()).default({}),
  headers: z.record(name, value.nullable()).default({}),
  clientSecret: value.optional(),
});

/** Whether people connect it with credentials. */
export const hasAuth = (config: McpConfig): boolean =>
  config.transport !== "stdio" && config.auth !== undefined && config.auth.type !== "none";

/** The hosts of the private network that it may reach: its own, where that was allowed. */
export const privateHosts = ({ url, allowPrivate }: RemoteConfig): string[] =>
  allowPrivate ? [new URL(url).hostname.replace(/^\[|\]$/g, "")] : [];

/** The query of an address may hold a key. */
export const withoutQuery = (url: string): string => new URL(url).origin + new URL(url).pathname;

/** Under which id people connect a source. */
export const providerId = (sourceId: string): string => sourceId.replaceAll("_", "-");

/** What people connect to use a server at an address. */
export function toProvider(id: string, { url, auth, owner }: RemoteConfig): AuthProvider {
  const name = new URL(url).hostname;
  if (auth?.type === "oauth") {
    return oauth2({ id, name, owner, authorizationUrl: url, tokenUrl: url, scopes: {} });
  }
  return apiKey({
    id,
    name,
    owner,
    whereToFind: `A key or token for ${name}, from the settings of that service.`,
  });
}
