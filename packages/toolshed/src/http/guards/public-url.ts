import { UserError } from "../../user-error.ts";
import { isLoopback } from "./is-loopback.ts";

/** The origin under which the gateway is reached from elsewhere, if it is: TOOLSHED_PUBLIC_URL. */
export const publicUrl = (text: string | undefined): string | undefined =>
  publicOrigin("TOOLSHED_PUBLIC_URL", text, "https://tools.example.com");

/** An origin that people's browsers reach, as a variable of the environment gives it. */
export function publicOrigin(
  variable: string,
  text: string | undefined,
  example: string,
): string | undefined {
  if (!text) return undefined;
  const wrong = (problem: string) =>
    new UserError(`${variable} is "${text}", ${problem}: give the address people use, such as ${example}.`);
  if (!URL.canParse(text)) throw wrong("which is not a URL");
  const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw wrong("which is not a web address");
  if (protocol === "http:" && !isLoopback(hostname)) throw wrong("which is not encrypted");
  if (pathname !== "/" || search || hash || username || password)
    throw wrong("which has more than a name and a port");
  return origin;
}
