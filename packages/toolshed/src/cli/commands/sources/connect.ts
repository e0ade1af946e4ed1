import type { Command } from "@commander-js/extra-typings";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import type { ProviderAnswer } from "../../../http/api.ts";
import { UserError } from "../../../user-error.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";
import { describeProvider } from "../../print/describe-provider.ts";
import { note, print, printJson } from "../../print/print.ts";
import { withProgress } from "../../print/progress.ts";
import { askSecret } from "../../prompts/ask-secret.ts";
import { UsageError } from "../../usage-error.ts";

interface Options {
  readonly name?: string | undefined;
  readonly team?: true | undefined;
  readonly default?: true | undefined;
  readonly remove?: true | undefined;
}

export function define(command: Command): void {
  command
    .summary("Connect a provider with its key, or list the providers")
    .description(
      "Connect your account of a provider, so that its tools appear. A key is asked for at the terminal, or read from standard input; " +
        "for OAuth it prints the page to open. Without a provider it lists them.",
    )
    .argument("[provider]", "id of the provider, such as granola-personal")
    .option("--name <name>", "name of the connection, for several accounts of one provider")
    .option("--team", "a connection that the whole team uses")
    .option("--default", "with --name: use this connection where none is named")
    .option("--remove", "remove the connection")
    .option("--json", "without a provider: print the providers as one JSON document")
    .action(async (id, { json, ...options }) => {
      const address = await findGateway();
      const answer = await requestGateway(address, "GET /connections", {});
      if (id !== undefined) return connect(address, find(answer.providers, id), options);
      if (json) return printJson(answer);
      for (const provider of answer.providers) print(describeProvider(provider));
    });
  addExamples(
    command,
    "toolshed connect",
    "toolshed connect granola-personal",
    "toolshed connect granola-personal --name work < key.txt",
  );
}

function find(providers: readonly ProviderAnswer[], id: string): ProviderAnswer {
  const found = providers.find((candidate) => candidate.id === id);
  if (found) return found;
  const known = providers.map((provider) => provider.id);
  throw unknownName("provider", id, known, "toolshed connect");
}

async function connect(address: GatewayAddress, provider: ProviderAnswer, options: Options): Promise<void> {
  const { name } = options;
  const params = { provider: provider.id };
  const choice = { name, owner: options.team ? ("team" as const) : undefined };
  const told = name === undefined ? provider.name : `${provider.name} (${name})`;
  const named = (options.team || provider.owner === "team" ? provider.team : provider.personal).map(
    (one) => one.name,
  );
  if ((options.remove || options.default) && name !== undefined && !named.includes(name))
    throw unknownName(`connection of ${provider.name}`, name, named, "toolshed connect");
  if (options.remove) {
    if (named.length === 0)
      throw new UserError(`${provider.name} is not connected. Run "toolshed connect" to list what is.`);
    await requestGateway(address, "DELETE /connections/:provider", { params, query: choice });
    return print(`${told} is no longer connected.`);
  }
  if (options.default) {
    if (name === undefined)
      throw new UsageError(
        `Say which is to be the default: toolshed connect ${provider.id} --name work --default.`,
      );
    await requestGateway(address, "POST /connections/:provider/default", {
      params,
      body: { ...choice, name },
    });
    return print(`${told} is used from now on where no connection is named.`);
  }
  if (provider.type === "oauth2") {
    const { url } = await requestGateway(address, "POST /connections/:provider/authorize", {
      params,
      body: choice,
    });
    return print(
      `Open this page in the browser in which you are signed in to the dashboard, within ten minutes:\n\n  ${url}\n`,
    );
  }
  if (invocation().stdin.isTTY && provider.whereToFind) note(provider.whereToFind);
  const key = await askSecret(
    `key of ${provider.name}${provider.keyHint ? ` (${provider.keyHint})` : ""}`,
    `Pipe it in: toolshed connect ${provider.id} < key.txt`,
  );
  const saving = requestGateway(address, "PUT /connections/:provider", { params, body: { key, ...choice } });
  await withProgress("Checking the key…", saving);
  print(`${told} is connected. Its tools are available now, also to connected clients.`);
}
