import type { Command } from "@commander-js/extra-typings";
import { homeFolder, makeHome } from "../../../home/home.ts";
import { loginFile } from "../../../home/login-file.ts";
import { UserError } from "../../../user-error.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { addExamples } from "../../examples.ts";
import { invocation } from "../../invocation.ts";
import { plural } from "../../print/plural.ts";
import { print } from "../../print/print.ts";
import { askSecret } from "../../prompts/ask-secret.ts";
import { UsageError } from "../../usage-error.ts";

const answerMs = 10_000;

export function define(command: Command): void {
  command
    .summary("Use the tools of another gateway, with one of its tokens")
    .description(
      "Use the tools of another gateway: from then on serve, run, search, read and call go there. " +
        "The token is asked for at the terminal, or read from standard input.",
    )
    .argument("<url>", "URL of the gateway", parseUrl)
    .action(login);
  addExamples(
    command,
    "toolshed login https://toolshed.example.com",
    "toolshed login https://toolshed.example.com < token.txt",
  );
}

async function login(url: string): Promise<void> {
  const token = await askSecret(
    `token of an endpoint of ${url}`,
    `Pipe it in: toolshed login ${url} < token.txt`,
  );
  if (!token.startsWith("tsk_")) {
    throw new UserError(
      'That is not a token: tokens start with tsk_. Create one with "toolshed endpoint create".',
    );
  }
  const { tools } = await requestGateway(
    { url, secret: token },
    "GET /agent/tools",
    {},
    AbortSignal.timeout(answerMs),
  ).catch((error) => {
    if (error instanceof UserError) throw error;
    throw new UserError(`${url} does not answer (${(error as Error).message}): check the URL.`, {
      code: "unreachable",
    });
  });
  const home = homeFolder(invocation());
  makeHome(home);
  loginFile(home).write({ url, token });
  print(
    `Logged in. ${plural(tools.length, "tool")} are yours there; "toolshed logout" goes back to your own.`,
  );
}

function parseUrl(given: string): string {
  const { protocol = "", origin = "" } = URL.canParse(given) ? new URL(given) : {};
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(origin);
  if (protocol === "https:" || isLocal) return origin;
  throw new UsageError(
    `"${given}" is not the URL of a gateway: it begins with https://. For example: toolshed login https://toolshed.example.com`,
  );
}
