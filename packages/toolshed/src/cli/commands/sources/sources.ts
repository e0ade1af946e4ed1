import type { Command } from "@commander-js/extra-typings";
import type { ListedSource } from "../../../catalog/sources.ts";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import { UserError } from "../../../user-error.ts";
import { readText } from "../../arguments/read-text.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { unknownName } from "../../client/unknown-name.ts";
import { addExamples } from "../../examples.ts";
import { describeSource } from "../../print/describe-source.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";

interface Options {
  readonly json?: true | undefined;
}

export function define(command: Command): void {
  command
    .summary("List sources and their status, show changes, or approve them")
    .description(
      "List the sources with their status and what has changed in them, and decide about the changes.",
    );
  addExamples(
    command,
    "toolshed sources",
    "toolshed sources approve files",
    "toolshed sources trust files always",
  );

  const list = command
    .command("list")
    .summary("List sources and their status (the default)")
    .description("List the sources with their status, and the changes that wait for approval.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const answer = await requestGateway(await findGateway(), "GET /sources", {});
      if (json) return printJson(answer);
      if (answer.sources.length === 0) print("No sources were added: toolshed add mcp <id> -- <command>.");
      for (const source of answer.sources) print(describeSource(source));
    });
  addExamples(list, "toolshed sources", "toolshed sources --json");

  const approve = command
    .command("approve")
    .summary("Approve the changes of a source")
    .description("Approve the new and changed tools of a source, which wait for a review.")
    .argument("<source>", "id of the source")
    .option(...jsonOption)
    .action(async (id, options) => {
      show(
        await ask(id, (address) => requestGateway(address, "POST /sources/:id/approve", { params: { id } })),
        options,
      );
    });
  addExamples(approve, "toolshed sources approve files");

  const refresh = command
    .command("refresh")
    .summary("Read a source's tools again")
    .description(
      "Read a source's tools again and show what has changed. An OpenAPI document from a file has to be given again.",
    )
    .argument("<source>", "id of the source")
    .argument("[document]", "file of the OpenAPI document")
    .option(...jsonOption)
    .action(async (id, document, options) => {
      const params = { id };
      if (document !== undefined) {
        const body = { text: readText(document) };
        show(
          await ask(id, (address) => requestGateway(address, "PUT /sources/:id/document", { params, body })),
          options,
        );
        return;
      }
      const source = await ask(id, (address) =>
        requestGateway(address, "POST /sources/:id/refresh", { params }),
      );
      show(source, options);
      if (source.fromFile && !options.json)
        print(
          `  It was read from a file. To see what has changed give that again: toolshed sources refresh ${id} ./openapi.yaml`,
        );
    });
  addExamples(refresh, "toolshed sources refresh files", "toolshed sources refresh petstore ./openapi.yaml");

  const trust = command
    .command("trust")
    .summary("Choose what happens when its tools change")
    .description(
      "Choose what happens when a source's tools change: ask waits for an approval, always accepts them.",
    )
    .argument("<source>", "id of the source")
    .addArgument(command.createArgument("<trust>", "ask or always").choices(["ask", "always"] as const))
    .option(...jsonOption)
    .action(async (id, trust, options) => {
      show(
        await ask(id, (address) =>
          requestGateway(address, "PUT /sources/:id", { params: { id }, body: { trust } }),
        ),
        options,
      );
    });
  addExamples(trust, "toolshed sources trust files always", "toolshed sources trust files ask");
}

/** Asks about one source. For an id that there is not, it says which there are. */
async function ask<Answer>(id: string, send: (address: GatewayAddress) => Promise<Answer>): Promise<Answer> {
  const address = await findGateway();
  return send(address).catch(async (error) => {
    if (!(error instanceof UserError) || error.code !== "not_found") throw error;
    const { sources } = await requestGateway(address, "GET /sources", {});
    const known = sources.map((source) => source.id);
    throw unknownName("source", id, known, "toolshed sources");
  });
}

const show = (source: ListedSource, { json }: Options): unknown =>
  json ? printJson(source) : print(describeSource(source));
