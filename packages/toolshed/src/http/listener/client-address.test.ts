import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientAddress, createIsTrusted } from "./client-address.ts";

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

test.each([
  ["without a proxy", "203.0.113.7", undefined, "203.0.113.7"],
  ["a stranger who writes the header", "203.0.113.7", "127.0.0.1", "203.0.113.7"],
  ["a proxy on this machine", "127.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["a proxy on this machine, by IPv6", "::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"],
  ["what the client wrote before the proxy", "127.0.0.1", "1.2.3.4, 203.0.113.7", "203.0.113.7"],
  ["two proxies that are trusted", "::1", "203.0.113.7, 10.1.2.3", "203.0.113.7"],
  ["a proxy that is not", "127.0.0.1", "203.0.113.7, 192.0.2.1", "192.0.2.1"],
  ["noise in the header", "127.0.0.1", "203.0.113.7, <script>", "127.0.0.1"],
  ["nothing in the header", "127.0.0.1", "", "127.0.0.1"],
])("%s", (_, remote, forwarded, expected) => {
  expect(
    createClientAddress(createIsTrusted("10.0.0.0/8, 2001:db8:1::/48"))(request(remote, forwarded)),
  ).toBe(expected);
});

test.each(["10.0.0.0/33", "proxy.example", "10.0.0.0/x"])("rejects %s as a range", (range) => {
  expect(() => createIsTrusted(range)).toThrow(/TOOLSHED_TRUSTED_PROXIES has/);
});
