import { describe, expect, test } from "vitest";
import { isEvalProbe, toCspViolation } from "./csp-violation.ts";

describe("a violation", () => {
  test("carries no more of a sample than browsers report, even if the View forged it", () => {
    const forged = { directive: "script-src", blockedUrl: "eval", sample: " ".repeat(1_000_000) };
    expect(toCspViolation(forged).sample).toHaveLength(100);
  });

  test("carries texts of at most 2,000 characters, even if the View forged them", () => {
    const long = "x".repeat(1_000_000);
    const { directive, blockedUrl } = toCspViolation({
      directive: "img-src",
      blockedUrl: `https://a.example/${long}`,
    });
    expect([directive, blockedUrl.length]).toEqual(["img-src", 2000]);
    const forged = toCspViolation({ directive: { toString: 1 }, blockedUrl: Object.create(null) });
    expect(forged).toEqual({ directive: "unknown", blockedUrl: "unknown" });
  });

  test.each([
    ["Your session has expired", "Call +1 555 0100", "unknown", "unknown"],
    ["img-src\nSign in", "data:,Sign in", "unknown", "data"],
    ["img-src", "x:Sign in", "img-src", "unknown"],
    [
      "img-src",
      "https://me:secret@a.example/Sign in\nhere#now",
      "img-src",
      "https://a.example/Sign%20in%20here",
    ],
    ["img-src", "https://a.example/\u202eSign\u2028in", "img-src", "https://a.example/%20Sign%20in"],
    ["script-src-elem", "inline", "script-src-elem", "inline"],
  ])("with the forged texts %j and %j has only names and addresses", (directive, blockedUrl, ...known) => {
    const violation = toCspViolation({ directive, blockedUrl });
    expect([violation.directive, violation.blockedUrl]).toEqual(known);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "with the forged directive %s gives no advice",
    (directive) => {
      const blockedUrl = "https://evil.example/x";
      expect(toCspViolation({ directive, blockedUrl })).toEqual({ directive: "unknown", blockedUrl });
    },
  );

  test.each([
    ["script-src", "eval", "eval"],
    ["script-src", "wasm-eval", "eval"],
    ["worker-src", "blob", "blobWorkers"],
    ["worker-src", "blob:null/1", "blobWorkers"],
    ["script-src-elem", "data", "dataScripts"],
    ["script-src", "blob", "dataScripts"],
    ["img-src", "blob", "dataResources"],
    ["style-src-elem", "data", "dataResources"],
    ["sandbox", "localStorage", "storage"],
    ["worker-src", "data", undefined],
    ["connect-src", "blob", undefined],
    ["frame-src", "data", undefined],
    ["script-src-elem", "https://data.example/", undefined],
    ["object-src", "https://a.com/", undefined],
  ])("of %s by %s is allowed by the switch %s", (directive, blockedUrl, name) => {
    expect(toCspViolation({ directive, blockedUrl }).switch).toBe(name);
  });

  test.each([
    ["(function anonymous(\n) {\n\n})", true],
    ["function anonymous(\n) {\n\n}", true],
    ["(function anonymous(\n) {\nreturn this\n})", true],
    ["(function anonymous(\n) {\nreturn true;\n})", true],
    ["(function anonymous(a\n) {\nreturn a\n})", false],
    ["(function anonymous(\n) {\nsend()\n})", false],
    ["(function anonymous(\n) {\n\n}) (function ano", false],
    ["1 + 1", false],
    ["", false],
  ])("of the code %j is a test for eval: %s", (sample, isProbe) => {
    expect(isEvalProbe(toCspViolation({ directive: "script-src", blockedUrl: "eval", sample }))).toBe(
      isProbe,
    );
    expect(isEvalProbe(toCspViolation({ directive: "script-src", blockedUrl: "inline", sample }))).toBe(
      false,
    );
  });
});
