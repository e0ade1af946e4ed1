import { existsSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import type { ListedSource } from "../../../catalog/sources.ts";
import type { BodyOf } from "../../../http/api.ts";
import { UserError } from "../../../user-error.ts";
import { parseAuth } from "../../arguments/parse-auth.ts";
import { parsePairs } from "../../arguments/parse-pairs.ts";
import { readDocument } from "../../arguments/read-document.ts";
import { repeated } from "../../arguments/repeated.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { fromCwd } from "../../invocation.ts";
import { describeSource } from "../../print/describe-source.ts";
import { jsonOption } from "../../print/json-option.ts";
import { plural } from "../../print/plural.ts";
import { note, print, printJson } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";
import { withProgress } from "../../print/progress.ts";
import { UsageError } from "../../usage-error.ts";

const trusts = ["ask", "always"] as const;

export function define(command: Command): void {
  command
    .summary("Add the tools of an MCP server, an API or a plugin")
    .description("Add a source: its tools join the catalog, under paths that begin with its id.");
  addExamples(
    command,
    "toolshed add mcp files -- npx -y @modelcontextprotocol/server-filesystem ~/notes",
    "toolshed add openapi petstore ./openapi.yaml",
    "toolshed add plugin ./my-plugin.ts",
  );
  defineMcp(command.command("mcp"));
  defineOpenapi(command.command("openapi"));
  definePlugin(command.command("plugin"));
}

function defineMcp(command: Command): void {
  command
    .summary("Add an MCP server: a command after --, or a URL")
    .description(
      "Add the tools of an MCP server: a program that the gateway starts, given after --, or a server at a URL.",
    )
    .usage("<id> (<url> | -- <command> [arguments…]) [options]")
    .argument("<id>", "what its paths begin with, such as files")
    .argument("[target...]", "its URL, or after -- the command that starts it")
    .option("--env <name=value>", "an environment variable of the command; repeatable", repeated, [])
    .option("--cwd <folder>", "the folder the command runs in")
    .option("--header <name=value>", "a header for the URL; repeatable", repeated, [])
    .addOption(
      command
        .createOption("--transport <transport>", "how the URL is spoken to")
        .choices(["http", "sse"] as const)
        .default("http" as const),
    )
    .option("--key-header <name>", "people connect with a key, sent in this header")
    .option("--oauth", "people connect with OAuth")
    .option("--client-id <id>", "with --oauth: the client id, where the server registers none itself")
    .option("--team", "one connection for the team, instead of one per person")
    .addOption(
      command
        .createOption(
          "--trust <trust>",
          "what happens when its tools change: wait for approval, or accept always",
        )
        .choices(trusts),
    )
    .option("--allow-private", "allow a URL on this machine or a private network")
    .option("--roots", "tell the server which folders the client works in")
    .option(...jsonOption)
    .action(async (id, targets, options, self) => {
      const { command, url } = splitTarget(targets, self as never);
      const config =
        command === undefined
          ? {
              transport: options.transport,
              url,
              allowPrivate: options.allowPrivate,
              owner: options.team ? "team" : undefined,
              auth: options.oauth
                ? { type: "oauth", clientId: options.clientId }
                : options.keyHeader && toKeyAuth(options.keyHeader),
              roots: options.roots,
            }
          : {
              transport: "stdio",
              command: command[0],
              args: command.slice(1),
              cwd: options.cwd,
              roots: options.roots,
            };
      const secrets = {
        env: parsePairs(options.env, "--env"),
        headers: parsePairs(options.header, "--header"),
      };
      const body = { id, kind: "mcp", config, secrets, trust: options.trust };
      const source = await addSource(body, "Add --allow-private to allow it.");
      if (options.json) printJson(source);
      else print(`Added. ${describeSource(source)}`);
    });
  addExamples(
    command,
    "toolshed add mcp files -- npx -y @modelcontextprotocol/server-filesystem ~/notes",
    "toolshed add mcp linear https://mcp.linear.app/mcp --oauth",
    "toolshed add mcp local http://127.0.0.1:3000/mcp --allow-private",
  );
}

/** The gateway says that an address is private; how to allow it is for each client to say. */
async function addSource(body: BodyOf<"POST /sources">, privateHint: string): Promise<ListedSource> {
  const address = await findGateway();
  const adding = requestGateway(address, "POST /sources", { body }).catch((error) => {
    if (!(error instanceof UserError) || error.code !== "private_address") throw error;
    throw new UserError(`${error.message} ${privateHint}`, { code: error.code });
  });
  return withProgress(`Connecting to ${body.id}…`, adding);
}

interface Target {
  readonly url?: string;
  readonly command?: readonly [string, ...string[]];
}

/** What stands after `--` is a command. The parser drops the dashes, so they are looked up in what was typed. */
function splitTarget(
  targets: readonly string[],
  command: { parent: { parent: { rawArgs: string[] } } },
): Target {
  const { rawArgs } = command.parent.parent;
  const dashes = rawArgs.indexOf("--");
  const after = dashes === -1 ? 0 : rawArgs.length - dashes - 1;
  const [url, ...rest] = targets.slice(0, targets.length - after);
  const [program, ...args] = targets.slice(targets.length - after);
  if (rest.length > 0 || (url === undefined) === (program === undefined)) {
    throw new UsageError(
      "Give an id, and a command after -- or a URL: toolshed add mcp files -- npx -y some-server, or toolshed add mcp linear https://mcp.linear.app/mcp.",
    );
  }
  return program === undefined ? { url: url as string } : { command: [program, ...args] };
}

/** The token of `Authorization` has a prefix; other headers hold nothing but the key. */
const toKeyAuth = (header: string) => ({
  type: "key",
  header,
  prefix: header.toLowerCase() === "authorization" ? "Bearer " : "",
});

function defineOpenapi(command: Command): void {
  command
    .summary("Add an API by its OpenAPI document")
    .description(
      "Add the operations of an API as tools, from its OpenAPI document (JSON or YAML, a file or a URL).",
    )
    .argument("<id>", "what its paths begin with, such as petstore")
    .argument("<document>", "file or URL of the OpenAPI document")
    .option("--base-url <url>", "where the API is, if the document doesn't say")
    .option("--tag <tag>", "only operations with this tag; repeatable", repeated)
    .option("--path <pattern>", "only operations under this path; repeatable", repeated)
    .option("--method <method>", "only operations with this method; repeatable", repeated)
    .option("--auth <auth>", "bearer, basic, header:<name>, query:<name>, cookie:<name> or none", parseAuth)
    .addOption(
      command
        .createOption(
          "--trust <trust>",
          "what happens when its tools change: wait for approval, or accept always",
        )
        .choices(trusts),
    )
    .option("--allow-private <host>", "allow this host on a private network; repeatable", repeated)
    .option(...jsonOption)
    .action(async (id, document, options) => {
      const config = {
        ...readDocument(document),
        baseUrl: options.baseUrl,
        tags: options.tag,
        paths: options.path,
        methods: options.method,
        auth: options.auth,
        allowPrivate: options.allowPrivate,
      };
      const body = { id, kind: "openapi", config, trust: options.trust };
      const source = await addSource(body, "Add --allow-private <host> to allow it.");
      if (options.json) return printJson(source);
      print(`Added. ${describeSource(source)}`);
      const connecting = source.providers.map((provider) => `toolshed connect ${provider}`).join(", ");
      if (connecting) print(`  Tools that need credentials appear once you connect: ${connecting}`);
    });
  addExamples(
    command,
    "toolshed add openapi petstore ./openapi.yaml",
    "toolshed add openapi github https://example.com/github.json --tag issues --auth bearer",
    "toolshed add openapi intranet ./api.json --base-url http://10.0.0.5 --allow-private 10.0.0.5",
  );
}

function definePlugin(command: Command): void {
  command
    .summary("Add a plugin: a file or a package")
    .description("Add a plugin written in TypeScript or JavaScript. Its code runs inside the gateway.")
    .argument("<plugin>", "file, or name of an installed package")
    .option(...jsonOption)
    .action(async (given, { json }) => {
      const isFile = existsSync(fromCwd(given));
      if (!isFile && /^[./~]|\.[cm]?[jt]s$/.test(given))
        throw new UserError(`The file ${given} does not exist. Check the path and try again.`);
      const specifier = isFile ? fromCwd(given) : given;
      const added = await requestGateway(await findGateway(), "POST /plugins", { body: { specifier } });
      if (json) return printJson(added);
      print(`Added ${printable(added.name)} with ${plural(added.toolCount, "tool")}.`);
      for (const warning of added.warnings) note(warning);
    });
  addExamples(command, "toolshed add plugin ./my-plugin.ts", "toolshed add plugin toolshed-plugin-weather");
}
