import type { Command } from "@commander-js/extra-typings";
import type { GatewayAddress } from "../../../home/gateway-address.ts";
import { UserError } from "../../../user-error.ts";
import { makeLineVisible } from "../../../visible-text.ts";
import { parseData } from "../../arguments/parse-json.ts";
import { findById, shortId } from "../../client/find-by-id.ts";
import { findGateway } from "../../client/find-gateway.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { jsonOption } from "../../print/json-option.ts";
import { print, printJson } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";

const maxLength = 2_000;
const reaches = { once: "once", run: "for the rest of the run", always: "always" };

const waiting = (address: GatewayAddress) => requestGateway(address, "GET /approvals", {});

export function define(command: Command): void {
  command
    .summary("List the calls that wait for your approval, and decide")
    .description(
      "List the calls that wait for your approval with their arguments, and approve or deny them.",
    );
  addExamples(
    command,
    "toolshed approvals",
    "toolshed approvals approve 5f0c9e21",
    "toolshed approvals deny 5f0c9e21",
  );

  const list = command
    .command("list")
    .summary("List the calls that wait (the default)")
    .description("List the calls that wait for your approval, with their arguments.")
    .option(...jsonOption)
    .action(async ({ json }) => {
      const answer = await waiting(await findGateway());
      if (json) return printJson(answer);
      if (answer.approvals.length === 0) print("Nothing waits for you.");
      for (const approval of answer.approvals) print(describe(approval));
    });
  addExamples(list, "toolshed approvals", "toolshed approvals --json");

  const show = command
    .command("show")
    .summary("Show a call with all its arguments")
    .description("Show a call that waits with all its arguments, also those that the list masks or cuts.")
    .argument("<id>", "the beginning of its id")
    .option(...jsonOption)
    .action(async (given, { json }) => {
      const address = await findGateway();
      const { id } = findById((await waiting(address)).approvals, given, "toolshed approvals");
      const approval = await requestGateway(address, "GET /approvals/:id", { params: { id } });
      if (json) printJson(approval);
      else print(describe(approval));
    });
  addExamples(show, "toolshed approvals show 5f0c9e21");

  const approve = command
    .command("approve")
    .summary("Approve a call")
    .description("Approve a call: this one, the same tool for the rest of the run, or always.")
    .argument("<id>", "the beginning of its id")
    .option("--run", "approve the same tool for the rest of the run")
    .option("--always", "approve the same tool always, by a rule")
    .option("--seen", "approve arguments that the list masks or cuts, after `show` has shown them")
    .option("--data <json>", "the answer to what the tool asks", parseData)
    .action(async (given, { run, always, seen, data }) => {
      const address = await findGateway();
      const { id, path, shown, question } = findById(
        (await waiting(address)).approvals,
        given,
        "toolshed approvals",
      );
      if (!shown.isWhole && !question && !seen)
        throw new UserError(
          `The list doesn't show all arguments of this call. See them with "toolshed approvals show ${shortId(id)}", then approve it with --seen.`,
        );
      const reach = always ? "always" : run ? "run" : "once";
      const body = { approved: true, reach, answer: data } as const;
      await requestGateway(address, "POST /approvals/:id", { params: { id }, body });
      print(`${path} is approved, ${reaches[reach]}.`);
      if (always) print('"toolshed rules" lists and removes this rule.');
    });
  addExamples(
    approve,
    "toolshed approvals approve 5f0c9e21",
    "toolshed approvals approve 5f0c9e21 --run",
    `toolshed approvals approve 5f0c9e21 --data '{"seat": "aisle"}'`,
  );

  const deny = command
    .command("deny")
    .summary("Deny a call")
    .description("Deny a call. The client is told that a person refused it.")
    .argument("<id>", "the beginning of its id")
    .action(async (given) => {
      const address = await findGateway();
      const { id, path } = findById((await waiting(address)).approvals, given, "toolshed approvals");
      await requestGateway(address, "POST /approvals/:id", { params: { id }, body: { approved: false } });
      print(`${path} is denied.`);
    });
  addExamples(deny, "toolshed approvals deny 5f0c9e21");
}

type Listed = Awaited<ReturnType<typeof waiting>>["approvals"][number];

function describe({ id, path, via, connection, shown, isPartOfRun, question, createdAt }: Listed): string {
  const asked = `asked by ${via}${isPartOfRun ? " in a script" : ""}, ${new Date(createdAt).toISOString()}`;
  const lines = [
    `${shortId(id)}  ${path}  (${asked})`,
    ...(connection === null ? [] : [`  with the connection ${makeLineVisible(connection)}`]),
    ...shown.rows.map(({ name, value }) => `  ${name}: ${value.replaceAll("\n", "\n    ")}`),
    ...(shown.isWhole
      ? []
      : [`  Some values are masked or cut: "toolshed approvals show ${shortId(id)}" shows everything.`]),
    ...(question
      ? [`  It asks: ${question.message}`, `  It takes: ${cut(JSON.stringify(question.schema))}`]
      : []),
  ];
  return printable(lines.join("\n"));
}

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
