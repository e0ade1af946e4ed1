import { isIPv6 } from "node:net";

const groups = 8;
const networkGroups = 4;

/** Returns the IPv4 address, or the IPv6 network of 64 bits, because one client can use every address in it. */
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
