import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BodyOf } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { describeSource } from "./describe-source.ts";
import { findGateway } from "./find-gateway.ts";
import { parseAuth } from "./parse-auth.ts";
import { parsePairs } from "./parse-pairs.ts";
import { plural } from "./plural.ts";
import { readDocument } from "./read-document.ts";
import { requestGateway } from "./request-gateway.ts";

/** As it was typed: the gateway checks it. */
type Trust = BodyOf<"POST /sources">["trust"];

const kinds: Record<string, (args: string[]) => Promise<void>> = {
  mcp: addMcp,
  openapi: addOpenapi,
  plugin: addPlugin,
};

export async function add([kind = "", ...args]: string[]): Promise<void> {
  const start = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!start)
    throw new UserError(
      "Say what to add: toolshed add mcp <id> -- <command>, toolshed add openapi <id> <file>, or toolshed add plugin <file>.",
    );
  await start(args);
}

async function addMcp(args: string[]): Promise<void> {
  const end = args.indexOf("--");
  const { values, positionals } = readArgs(end === -1 ? args : args.slice(0, end), {
    header: { type: "string", multiple: true },
    env: { type: "string", multiple: true },
    transport: { type: "string" },
    cwd: { type: "string" },
    "key-header": { type: "string" },
    oauth: { type: "boolean" },
    "client-id": { type: "string" },
    team: { type: "boolean" },
    trust: { type: "string" },
    "allow-private": { type: "boolean" },
    roots: { type: "boolean" },
  });
  const [command, ...commandArgs] = end === -1 ? [] : args.slice(end + 1);
  const [id, url, ...rest] = positionals;
  if (!id || rest.length > 0 || (url === undefined) === (command === undefined)) {
    throw new UserError(
      "Give an id, and a command or an address: toolshed add mcp files -- npx -y some-server, or toolshed add mcp linear https://…/mcp.",
    );
  }
  const config =
    command === undefined
      ? {
          transport: values.transport ?? "http",
          url,
          allowPrivate: values["allow-private"],
          owner: values.team ? "team" : undefined,
          auth: values.oauth
            ? { type: "oauth", clientId: values["client-id"] }
            : values["key-header"] && toKeyAuth(values["key-header"]),
          roots: values.roots,
        }
      : { transport: "stdio", command, args: commandArgs, cwd: values.cwd, roots: values.roots };
  const secrets = { env: parsePairs(values.env, "--env"), headers: parsePairs(values.header, "--header") };
  const body = { id, kind: "mcp", config, secrets, trust: values.trust as Trust };
  const source = await requestGateway(await findGateway(), "POST /sources", { body });
  process.stdout.write(`Added. ${describeSource(source)}`);
}

async function addOpenapi(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, {
    "base-url": { type: "string" },
    tag: { type: "string", multiple: true },
    path: { type: "string", multiple: true },
    method: { type: "string", multiple: true },
    "allow-private": { type: "string", multiple: true },
    auth: { type: "string" },
    trust: { type: "string" },
  });
  const [id, given, ...rest] = positionals;
  if (!id || !given || rest.length > 0) {
    throw new UserError("Give an id and a document: toolshed add openapi petstore ./openapi.yaml.");
  }
  const config = {
    ...readDocument(given),
    baseUrl: values["base-url"],
    tags: values.tag,
    paths: values.path,
    methods: values.method,
    auth: values.auth === undefined ? undefined : parseAuth(values.auth),
    allowPrivate: values["allow-private"],
  };
  const body = { id, kind: "openapi", config, trust: values.trust as Trust };
  const source = await requestGateway(await findGateway(), "POST /sources", { body });
  const connecting = source.providers.map((provider) => `toolshed connect ${provider}`).join(", ");
  process.stdout.write(
    `Added. ${describeSource(source)}${connecting && `  Tools that need credentials are there once you connect: ${connecting}\n`}`,
  );
}

/** The token of `Authorization` has a prefix; other headers hold nothing but the key. */
const toKeyAuth = (header: string) => ({
  type: "key",
  header,
  prefix: header.toLowerCase() === "authorization" ? "Bearer " : "",
});

async function addPlugin([given, ...rest]: string[]): Promise<void> {
  if (!given || rest.length > 0) {
    throw new UserError("Give a file or a package: toolshed add plugin ./my-plugin.ts.");
  }
  const specifier = existsSync(given) ? resolve(given) : given;
  const { name, toolCount, warnings } = await requestGateway(await findGateway(), "POST /plugins", {
    body: { specifier },
  });
  process.stdout.write(`Added ${name} with ${plural(toolCount, "tool")}.\n`);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
}
