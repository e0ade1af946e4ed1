import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function invite(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, { role: { type: "string" }, email: { type: "string" } });
  if (positionals.length > 0) {
    throw new UserError(
      "Give the address with --email: toolshed invite --email ann@example.com --role member.",
    );
  }
  const { url } = await requestGateway(await findGateway(), "POST /invitations", { body: values });
  const whom = values.email ?? "anyone who has it";
  process.stdout.write(
    `  Invitation  ${url}\n\nIt lets ${whom} in, once and within seven days. It is not shown again.\n`,
  );
}
