import { describe, expect, test } from "vitest";
import { buildViewCsp } from "./view-csp.ts";
import { type PolicySwitch, toSwitches } from "./view-policy.ts";

const RESTRICTIVE =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'report-sample'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; base-uri 'self'; object-src 'none'; form-action 'none'";

/** What a View gets that declares something, and nothing that counts. */
const EMPTY =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'report-sample'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'none'; base-uri 'self'; object-src 'none'; " +
  "form-action 'none'";

describe("the policy of a View", () => {
  test("is the specification's default when nothing is declared", () => {
    expect(buildViewCsp(undefined)).toEqual({ header: RESTRICTIVE, granted: undefined, dropped: [] });
    expect(buildViewCsp(null).header).toBe(RESTRICTIVE);
  });

  test("allows what is declared, each in its place", () => {
    const { header, dropped } = buildViewCsp({
      connectDomains: ["https://api.example.com", "wss://live.example.com:8443"],
      resourceDomains: ["https://*.cdn.example.com", "http://localhost:3000/assets/"],
      frameDomains: ["https://video.example.com/"],
      baseUriDomains: ["https://base.example.com"],
    });
    expect(dropped).toEqual([]);
    const resources = "https://*.cdn.example.com http://localhost:3000/assets/";
    expect(header).toBe(
      `default-src 'none'; script-src 'self' 'unsafe-inline' 'report-sample' ${resources}; style-src 'self' 'unsafe-inline' ${resources}; ` +
        `img-src 'self' data: ${resources}; media-src 'self' data: ${resources}; font-src 'self' ${resources}; ` +
        "connect-src 'self' https://api.example.com wss://live.example.com:8443; frame-src https://video.example.com; " +
        "base-uri https://base.example.com; object-src 'none'; form-action 'none'",
    );
  });

  test.each([
    "https://a.com; script-src *",
    "'unsafe-eval'",
    "'self'",
    "*",
    "https:",
    "data:",
    "blob:",
    "https://a.com/ x",
    "https://a.com\nx: y",
    "https://a.com\r\nset-cookie: a=b",
    "https://a.com\t",
    "https://a.com,https://b.com",
    'https://a.com"',
    "https://a.com>",
    "https://a.com?x=1",
    "https://a.com#x",
    "https://*.com",
    "https://*.co.uk",
    "https://*",
    "https://*.*.example.com",
    "https://a.*.com",
    "https://xn--pypal-4ve.com",
    "https://sub.xn--pypal-4ve.com",
    "https://pаypal.com",
    "https://user@a.com",
    "https://user:word@a.com",
    "https://a.com:99999",
    "https://a.com:*",
    "https://a.com:0",
    "https://-a.com",
    "https://a..com",
    "https://a.com.",
    "https://[::1]",
    "a.com",
    "//a.com",
    "ftp://a.com",
    "javascript://a.com",
    "",
    `https://${"a".repeat(400)}.com`,
    7,
    null,
    { toString: () => "https://a.com" },
    ["https://a.com"],
  ])("drops %j, says so, and is the same as without it", (value) => {
    for (const field of ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"]) {
      const { header, dropped } = buildViewCsp({ [field]: [value] });
      expect(header).toBe(EMPTY);
      expect(dropped).toEqual([{ field, value, problem: expect.any(String) }]);
    }
  });

  test.each<[PolicySwitch, string, string]>([
    ["eval", "script-src", "'self' 'unsafe-inline' 'report-sample' 'unsafe-eval' https://a.com"],
    ["dataScripts", "script-src", "'self' 'unsafe-inline' 'report-sample' data: blob: https://a.com"],
    ["blobWorkers", "worker-src", "'self' blob: https://a.com"],
    ["dataScripts", "worker-src", "'self' https://a.com"],
    ["dataResources", "style-src", "'self' 'unsafe-inline' data: blob: https://a.com"],
    ["dataResources", "img-src", "'self' data: blob: https://a.com"],
    ["dataResources", "media-src", "'self' data: blob: https://a.com"],
    ["dataResources", "font-src", "'self' data: blob: https://a.com"],
  ])("with %s has the %s %s", (name, directive, sources) => {
    const { header } = buildViewCsp({ resourceDomains: ["https://a.com"] }, [name]);
    expect(header.split("; ")).toContain(`${directive} ${sources}`);
  });

  test("with every switch still allows no server that isn't declared", () => {
    expect(buildViewCsp(undefined, toSwitches("compatible")).header).toBe(
      "default-src 'none'; script-src 'self' 'unsafe-inline' 'report-sample' 'unsafe-eval' data: blob:; " +
        "style-src 'self' 'unsafe-inline' data: blob:; img-src 'self' data: blob:; media-src 'self' data: blob:; " +
        "font-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'none'; frame-src 'none'; " +
        "base-uri 'self'; object-src 'none'; form-action 'none'",
    );
    expect(buildViewCsp(undefined, toSwitches("strict")).header).toBe(RESTRICTIVE);
    expect(buildViewCsp(undefined, toSwitches({ eval: false })).header).toBe(RESTRICTIVE);
  });

  test("takes no list that is none, no socket for a picture, and no end of domains", () => {
    expect(buildViewCsp({ connectDomains: "https://a.com" }).header).toBe(EMPTY);
    expect(buildViewCsp("x").header).toBe(EMPTY);
    expect(buildViewCsp({ resourceDomains: ["wss://a.com"] }).header).toBe(EMPTY);
    const many = Array.from({ length: 60 }, (_, index) => `https://a${index}.com`);
    expect(buildViewCsp({ connectDomains: [...many, ...many] }).granted?.connectDomains).toHaveLength(50);
  });
});
