import { expect, test } from "vitest";
import { readSandboxUrl } from "./view-sandbox.ts";

test.each([
  ["https://views.example.com", "https://tools.example.com"],
  ["https://views.tools.example.com", "https://tools.example.com"],
  ["https://example.com", "https://tools.example.com"],
  ["https://tools.example.com", "https://tools.example.com"],
  ["https://views.example.com:8443", "https://TOOLS.example.com"],
  ["https://views.example.co.uk", "https://tools.example.co.uk"],
  ["https://a.tailnet.ts.net", "https://b.tailnet.ts.net"],
  ["https://192.0.2.1:8443", "https://192.0.2.1"],
])("refuses %s beside %s, which is the same site", (sandbox, gateway) => {
  expect(() => readSandboxUrl(sandbox, gateway)).toThrow(
    /is of the same site as TOOLSHED_PUBLIC_URL: .* another domain, such as https:\/\/views\.example\.net/,
  );
});

test.each([
  ["https://views.example.net", "https://tools.example.com"],
  ["https://views.co.uk", "https://tools.co.uk"],
  ["https://views.example.co.uk", "https://tools.other.co.uk"],
  ["https://some-words.trycloudflare.com", "https://other-words.trycloudflare.com"],
  ["https://192.0.2.1", "https://198.51.2.1"],
  ["http://localhost:7420", "http://127.0.0.1:7420"],
])("takes %s beside %s, which is another site", (sandbox, gateway) => {
  expect(readSandboxUrl(sandbox, gateway)).toBe(sandbox);
});
