import { buildViewCsp } from "@toolshed/apps/host";
import { expect, test } from "vitest";
import { toInnerPage } from "./inner-page.ts";

test("puts the policy before everything else, and the View's HTML last", () => {
  const page = toInnerPage("<!doctype html><p>View</p>", buildViewCsp(undefined).header, "key");
  expect(page).toMatch(
    /^<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]+"><script>/,
  );
  expect(page.endsWith("</script><!doctype html><p>View</p>")).toBe(true);
  expect(page.match(/<\/?script>/g)).toHaveLength(2);
});

test("keeps a domain from leaving the policy", () => {
  const { header } = buildViewCsp({ connectDomains: ['https://a.example"><script>alert(1)</script>'] });
  expect(toInnerPage("", header, "key")).not.toContain("alert");
});
