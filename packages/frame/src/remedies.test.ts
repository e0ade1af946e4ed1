import { expect, test } from "vitest";
import { pinAdvice } from "./remedies.ts";

test("names the command that pins the tool, and never puts anything but a path into it", () => {
  expect(pinAdvice("samples.notes.list")).toBe(
    "create an endpoint with this tool pinned (npx toolshed endpoint create <name> --pin samples.notes.list) and add it to this app",
  );
  expect(pinAdvice("notes.list; rm -rf /")).toContain("--pin <path>)");
  expect(pinAdvice("")).toContain("--pin <path>)");
});
