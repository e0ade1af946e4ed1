import { expect, test } from "vitest";
import { browserCommand } from "./open-browser.ts";

test.each([
  ["darwin", {}, ["open"]],
  ["win32", {}, ["cmd", "/c", "start", '""']],
  ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
  ["linux", {}, undefined],
  ["linux", { SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }, undefined],
  ["linux", { SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22", DISPLAY: "localhost:10.0" }, ["xdg-open"]],
  ["darwin", { SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }, undefined],
  ["darwin", { CI: "true" }, undefined],
  ["freebsd", { DISPLAY: ":0" }, undefined],
] as const)("on %s with %j, a page is opened by %j", (platform, environment, command) => {
  expect(browserCommand({ platform, environment })).toEqual(command);
});
