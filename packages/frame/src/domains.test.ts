import { expect, test } from "vitest";
import { isCovered, missingDomains, nameSome } from "./domains.ts";

test.each([
  ["https://a.example.com", ["https://a.example.com"], true],
  ["https://a.example.com", ["https://*.example.com"], true],
  ["https://a.b.example.com", ["https://*.example.com"], true],
  ["https://example.com", ["https://*.example.com"], false],
  ["https://badexample.com", ["https://*.example.com"], false],
  ["http://a.example.com", ["https://a.example.com"], false],
  ["https://a.example.com:8443", ["https://a.example.com"], false],
  ["https://a.example.com", ["https://a.example.com/only/here"], false],
  ["https://a.example.com/here", ["https://a.example.com"], true],
  ["https://*.example.com", ["https://a.example.com"], false],
  ["https://*.example.com", ["https://*.example.com"], true],
  ["https://a.example.com", [], false],
])("%s in %j: %s", (domain, list, expected) => {
  expect(isCovered(domain, list)).toBe(expected);
});

test("names the domains that one of the policies leaves out, per kind and once", () => {
  const wanted = {
    connectDomains: ["https://api.example.com", "https://cdn.example.com"],
    resourceDomains: ["https://cdn.example.com"],
  };
  const frame = { connectDomains: ["https://api.example.com"], resourceDomains: ["https://cdn.example.com"] };
  expect(missingDomains(wanted, [frame])).toEqual(["https://cdn.example.com"]);
  expect(missingDomains(wanted, [wanted])).toEqual([]);
  expect(missingDomains(wanted, [wanted, {}])).toEqual([
    "https://api.example.com",
    "https://cdn.example.com",
  ]);
  expect(missingDomains(wanted, [undefined])).toHaveLength(2);
  expect(missingDomains(undefined, [undefined])).toEqual([]);
});

test("names the first few of a long list", () => {
  expect(nameSome(["a", "b"])).toBe("a, b");
  expect(nameSome(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
});
