import { expect, test } from "vitest";
import { describeBrowser } from "./describe-browser.ts";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${mac} ${webkit} Version/17.4 Safari/605.1.15`, "Safari on macOS"],
  [`${mac} ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1",
    "Chrome on iPhone",
  ],
  ["curl/8.5.0", "Unknown browser"],
  ["<b>Linux</b>", "A browser on Linux"],
  ["", "Unknown browser"],
])("names the browser of %j", (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected);
});
