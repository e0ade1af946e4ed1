import { expect, test } from "vitest";
import { publicUrl } from "./public-url.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["https://tools.example.com", "https://tools.example.com"],
  ["https://Tools.Example.com:443/", "https://tools.example.com"],
  ["https://tools.example.com:8443", "https://tools.example.com:8443"],
  ["http://localhost:8080/", "http://localhost:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("%s is the origin %s", (text, origin) => {
  expect(publicUrl(text)).toBe(origin);
});

test.each([
  "tools.example.com",
  "ftp://tools.example.com",
  "http://tools.example.com",
  "http://127.0.0.1.example.com",
  "https://tools.example.com/toolshed",
  "https://tools.example.com/?a",
  "https://user@tools.example.com",
])("%s is refused with the next step", (text) => {
  expect(() => publicUrl(text)).toThrow(/TOOLSHED_PUBLIC_URL is .*such as https:\/\/tools\.example\.com/);
});
