import { isIPv6 } from "node:net";

const groups = 8;
const networkGroups = 4;

/** What one client has of the internet: an IPv4 address, or an IPv6 network of 64 bits, in which it may choose. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%", 1)[0] ?? "";
  if (!isIPv6(plain)) return plain;
  const [before = "", after] = plain.toLowerCase().split("::");
  const first = before === "" ? [] : before.split(":");
  const last = after === undefined || after === "" ? [] : after.split(":");
  const between = after === undefined ? 0 : groups - first.length - last.length;
  const all = [...first, ...Array<string>(Math.max(0, between)).fill("0"), ...last];
  return all
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
