import { expect, test } from "vitest";
import type { Outline } from "./outline-tool.ts";
import { readPins, writePins } from "./stored-pins.ts";

const outline: Outline = { description: "1", result: "2", arguments: { id: ["string", true, "", ""] } };
const pins = Object.fromEntries([
  ["shop.pets.get", { hash: "a", sensitive: false, outline }],
  ["show", { hash: "b", sensitive: true, view: "c" }],
  ["__proto__", { hash: "d", sensitive: true, outline: { ...outline, result: "" } }],
]);
const shown = (read: ReturnType<typeof readPins>) =>
  Object.entries(read).map(([name, { hash, sensitive, view, outline }]) => [
    name,
    hash,
    sensitive,
    view,
    outline,
  ]);

test("pins come back as they were stored, whatever their tools are called", async () => {
  const read = readPins(await writePins(pins));
  expect(shown(read)).toEqual(shown(pins));
  expect(shown(readPins(await writePins(read)))).toEqual(shown(pins));
  expect(readPins(await writePins({}))).toEqual({});
});

test("pins that were stored with their outlines inside are read as well", () => {
  expect(shown(readPins(JSON.stringify(pins)))).toEqual(shown(pins));
});
