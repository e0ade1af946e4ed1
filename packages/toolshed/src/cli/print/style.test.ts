import { expect, test } from "vitest";
import { hasColors } from "./style.ts";

test.each([
  [true, {}, true],
  [false, {}, false],
  [undefined, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [true, { FORCE_COLOR: "0" }, false],
  [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
])("terminal %s with %j has colors: %s", (isTTY, environment, expected) => {
  expect(hasColors({ ...(isTTY !== undefined && { isTTY }) }, environment)).toBe(expected);
});
