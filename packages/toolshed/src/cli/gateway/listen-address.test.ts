import { expect, test } from "vitest";
import { listenAddress } from "./listen-address.ts";

const publicUrl = "https://tools.example.com";

test.each([
  [undefined, undefined, "127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", undefined, "127.0.0.1", "127.0.0.1"],
  ["::1", undefined, "::1", "[::1]"],
  ["0.0.0.0", publicUrl, "0.0.0.0", "127.0.0.1"],
  ["::", publicUrl, "::", "127.0.0.1"],
  ["10.0.0.5", publicUrl, "10.0.0.5", "10.0.0.5"],
])("HOST %s with %s listens on %s, and commands reach it at %s", (HOST, url, hostname, local) => {
  expect(listenAddress({ HOST }, url)).toEqual({ hostname, local });
});

test("other machines are let in only with a public URL, and by an address", () => {
  expect(() => listenAddress({ HOST: "0.0.0.0" }, undefined)).toThrow(/set TOOLSHED_PUBLIC_URL/);
  expect(() => listenAddress({ HOST: "tools.example.com" }, publicUrl)).toThrow(
    /give one such as HOST=0\.0\.0\.0/,
  );
});
