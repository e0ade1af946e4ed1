import { describe, expect, test } from "vitest";
import { createSandboxHandler } from "./sandbox-handler.ts";
import { toSandboxUrl } from "./sandbox-url.ts";
import { toSwitches } from "./view-policy.ts";

const HOST = "http://127.0.0.1:3100";
const SANDBOX = "http://localhost:3101";
const handle = createSandboxHandler({
  hostOrigins: [HOST],
  isViewOrigin: (origin) => origin.endsWith(".views.example"),
});

const ask = (query: Record<string, string>, headers: Record<string, string> = {}, method = "GET") =>
  handle(new Request(`${SANDBOX}/sandbox?${new URLSearchParams(query)}`, { headers, method }));
const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";

describe("the sandbox", () => {
  test("serves the proxy to its host alone, with no way out but the stage", async () => {
    const response = await ask(
      { host: HOST },
      { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" },
    );
    expect(response.status).toBe(200);
    expect(policyOf(response)).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]+='; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors http:\/\/127\.0\.0\.1:3100$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("serves the stage with the policy of the View, for the proxy and its host", async () => {
    const csp = JSON.stringify({ connectDomains: ["https://a.com", "https://a.com; script-src *"] });
    const response = await ask({ host: HOST, stage: SANDBOX, csp });
    expect(policyOf(response)).toContain("; connect-src 'self' https://a.com; frame-src 'none';");
    expect(policyOf(response)).not.toContain("*");
    expect(policyOf(response)).toMatch(
      /; frame-ancestors http:\/\/127\.0\.0\.1:3100 http:\/\/localhost:3101$/,
    );
    expect(response.headers.get("connection-allowlist")).toBe('(response-origin "https://a.com/*")');
    const restricted = await ask({ host: HOST, stage: SANDBOX });
    expect(policyOf(restricted)).toContain("; connect-src 'none';");
    expect(restricted.headers.get("connection-allowlist")).toBe("(response-origin)");
  });

  test("gives a View with an origin of its own a proxy that frames this origin and no other", async () => {
    const response = await ask({ host: HOST, origin: "https://a.views.example" });
    expect(policyOf(response)).toContain("; frame-src https://a.views.example;");
  });

  test.each([
    ["the page outside a frame", {}, { "sec-fetch-dest": "document" }, 403],
    ["a host on the same site", {}, { "sec-fetch-site": "same-site" }, 403],
    ["a host on the same origin", {}, { "sec-fetch-site": "same-origin" }, 403],
    ["an unknown host", { host: "https://evil.example" }, {}, 403],
    ["a host with more to say", { host: `${HOST}; script-src *` }, {}, 403],
    ["an unknown proxy", { stage: "https://evil.example" }, {}, 403],
    ["an unknown origin for a View", { origin: "https://evil.example" }, {}, 403],
    ["the host's origin for a View", { origin: HOST }, {}, 403],
    ["an origin with more to say", { origin: "https://a; x.views.example" }, {}, 403],
    ["an origin that ends a directive", { origin: "https://a;x.views.example" }, {}, 403],
    ["all origins for a View", { origin: "https://*.views.example" }, {}, 403],
    ["a policy that is not JSON", { csp: "{" }, {}, 400],
    ["a policy that is not an object", { csp: "[]" }, {}, 400],
    ["an endless address", { csp: "x".repeat(10_000) }, {}, 414],
  ])("refuses %s", async (_what, query, headers, status) => {
    const response = await ask({ host: HOST, ...query }, headers);
    expect(response.status).toBe(status);
    expect(policyOf(response)).toBe("default-src 'none'");
    expect(response.headers.get("content-type")).toContain("text/plain");
  });

  const relaxed = () =>
    toSandboxUrl({
      sandboxUrl: `${SANDBOX}/sandbox`,
      hostOrigin: HOST,
      csp: { connectDomains: ["https://a.com"] },
      switches: toSwitches({ eval: true, storage: true }),
      viewHash: "0".repeat(64),
    });

  test("gives a View with storage an origin of its own, under its policy", async () => {
    const url = await relaxed();
    const origin = url.searchParams.get("origin") ?? "";
    expect(origin).toMatch(/^http:\/\/view-[0-9a-f]{40}\.localhost:3101$/);
    expect(policyOf(await handle(new Request(url)))).toContain(`; frame-src ${origin};`);
    const stage = new URL(url.href.replace(SANDBOX, origin));
    stage.searchParams.delete("origin");
    stage.searchParams.set("stage", SANDBOX);
    const response = await handle(new Request(stage));
    expect(policyOf(response)).toMatch(
      / 'unsafe-eval';.* connect-src 'self' https:\/\/a\.com; .* frame-ancestors /,
    );
    expect(response.headers.get("origin-agent-cluster")).toBe("?1");
  });

  test.each([
    ["policy", "storage"],
    ["policy", "eval"],
    ["csp", JSON.stringify({ connectDomains: ["https://evil.example"] })],
    ["view", "1".repeat(64)],
    ["stage", "https://evil.example"],
    ["stage", ""],
    ["stage", undefined],
  ])("refuses an origin of a View to an address with another %s (%s)", async (name, value) => {
    const url = await relaxed();
    const origin = url.searchParams.get("origin") ?? "";
    const stage = new URL(url.href.replace(SANDBOX, origin));
    stage.searchParams.delete("origin");
    stage.searchParams.set("stage", SANDBOX);
    expect((await handle(new Request(stage))).status).toBe(200);
    if (value === undefined) stage.searchParams.delete(name);
    else stage.searchParams.set(name, value);
    const response = await handle(new Request(stage));
    expect(response.status).toBe(403);
    expect(policyOf(response)).toBe("default-src 'none'");
    if (name === "stage") return;
    url.searchParams.set(name, value ?? "");
    expect((await handle(new Request(url))).status).toBe(403);
  });

  test("says why a sandbox at an address can't give a View storage", async () => {
    const asked = toSandboxUrl({
      sandboxUrl: "http://127.0.0.1:3101/sandbox",
      hostOrigin: "http://localhost:3100",
      switches: ["storage"],
      viewHash: "0".repeat(64),
    });
    await expect(asked).rejects.toThrow(/127\.0\.0\.1 can't have one\. Serve the sandbox under a name/);
  });

  test("answers no POST", async () => {
    expect((await ask({ host: HOST }, {}, "POST")).status).toBe(405);
  });
});
