import { homeFolder, makeHome } from "../home/home.ts";
import { loginFile } from "../home/login-file.ts";
import { UserError } from "../user-error.ts";
import { askSecret } from "./ask-secret.ts";
import { requestGateway } from "./request-gateway.ts";

const answerMs = 10_000;

/** From then on `serve`, `run`, `search`, `read` and `call` use the tools of the gateway at the URL. */
export async function login([given, ...rest]: string[]): Promise<void> {
  if (!given || rest.length > 0)
    throw new UserError("Give the URL of a gateway: toolshed login https://toolshed.example.com.");
  const url = parseUrl(given);
  const token = await askSecret(`Token of an endpoint of ${url}: `);
  if (!token.startsWith("tsk_")) throw new UserError("That is not a token: tokens start with tsk_.");
  const { tools } = await requestGateway(
    { url, secret: token },
    "GET /agent/tools",
    {},
    AbortSignal.timeout(answerMs),
  ).catch((error) => {
    if (error instanceof UserError) throw error;
    throw new UserError(`${url} does not answer (${(error as Error).message}): check the URL.`);
  });
  const home = homeFolder(process.env);
  makeHome(home);
  loginFile(home).write({ url, token });
  process.stdout.write(
    `Logged in. ${tools.length} tools are yours there; "toolshed logout" goes back to your own.\n`,
  );
}

function parseUrl(given: string): string {
  const { protocol = "", origin = "" } = URL.canParse(given) ? new URL(given) : {};
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(origin);
  if (protocol === "https:" || isLocal) return origin;
  throw new UserError(`"${given}" is not the URL of a gateway: it begins with https://.`);
}
