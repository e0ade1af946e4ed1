import { UserError } from "../../user-error.ts";
import { isLoopback } from "./is-loopback.ts";

/** The origin under which the gateway is reached from elsewhere, if it is: TOOLSHED_PUBLIC_URL. */
export function publicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const wrong = (problem: string) =>
    new UserError(
      `TOOLSHED_PUBLIC_URL is "${text}", ${problem}: give the address people use, such as https://tools.example.com.`,
    );
  if (!URL.canParse(text)) throw wrong("which is not a URL");
  const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw wrong("which is no web address");
  if (protocol === "http:" && !isLoopback(hostname)) throw wrong("which is not encrypted");
  if (pathname !== "/" || search || hash || username || password)
    throw wrong("which has more than a name and a port");
  return origin;
}
