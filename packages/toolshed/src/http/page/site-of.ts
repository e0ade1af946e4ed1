import { isIP } from "node:net";

/** Under country codes, these are not names that a person registers: `example.co.uk`, `example.com.au`. */
const secondLevels = new Set("ac co com edu go gob gov id mil ne net nom or org".split(" "));

/** Where each name belongs to someone else, as the public suffix list has them. The hosts that a gateway may well be reached at. */
const sharedDomains = new Set(
  (
    "trycloudflare.com ngrok.app ngrok.dev ngrok.io ngrok-free.app ngrok-free.dev ts.net loca.lt duckdns.org " +
    "fly.dev onrender.com herokuapp.com azurewebsites.net vercel.app netlify.app workers.dev pages.dev github.io"
  ).split(" "),
);

/** The site that a host belongs to, which shares cookies, as far as that can be told without the public suffix list. */
export function siteOf(hostname: string): string {
  const labels = hostname.toLowerCase().replace(/\.$/, "").split(".");
  if (isIP(hostname) !== 0 || hostname.startsWith("[") || labels.length < 3) return labels.join(".");
  const [second = "", top = ""] = labels.slice(-2);
  const isSuffix = (top.length === 2 && secondLevels.has(second)) || sharedDomains.has(`${second}.${top}`);
  return labels.slice(isSuffix ? -3 : -2).join(".");
}
