import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** Prefixes whose addresses carry an IPv4 address, and the byte it starts at. */
const wrappers = [
  { prefix: "64:ff9b::", bits: 96, start: 12 },
  { prefix: "2002::", bits: 16, start: 2 },
] as const;
const globalUnicast = ipaddr.IPv6.parse("2000::");

/** Whether the address belongs to the internet at large, also when it is an IPv4 address in the dress of another. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const inner = unwrapAddress(address);
  if (inner.range() !== "unicast") return false;
  // Of IPv6 only this eighth is given out: the rest has forms that the ranges do not know, such as ::127.0.0.1.
  return inner.kind() === "ipv4" || (inner as IPv6).match(globalUnicast, 3);
}

/** The address that is really reached: IPv4 taken out of mapped, NAT64 and 6to4 addresses. */
export function unwrapAddress(address: string): IPv4 | IPv6 {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4") return parsed;
  const v6 = parsed as IPv6;
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address();
  const wrapper = wrappers.find(({ prefix, bits }) => v6.match(ipaddr.IPv6.parse(prefix), bits));
  if (!wrapper) return v6;
  const bytes = v6.toByteArray().slice(wrapper.start, wrapper.start + 4);
  return ipaddr.parse(bytes.join("."));
}
