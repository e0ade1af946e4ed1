import { expect, test } from "vitest";
import type { Outline } from "./outline-tool.ts";
import { readSnapshots, writeSnapshots } from "./stored-snapshots.ts";

const outline: Outline = { description: "1", result: "2", arguments: { id: ["string", true, "", ""] } };
const snapshots = Object.fromEntries([
  ["shop.pets.get", { hash: "a", sensitive: false, outline }],
  ["show", { hash: "b", sensitive: true, flagged: ["e"], view: "c", viewNeeds: ["asks for camera"] }],
  ["__proto__", { hash: "d", sensitive: true, outline: { ...outline, result: "" } }],
]);
const shown = (read: ReturnType<typeof readSnapshots>) =>
  Object.entries(read).map(([name, { hash, sensitive, flagged, view, viewNeeds, outline }]) => [
    name,
    hash,
    sensitive,
    flagged,
    view,
    viewNeeds,
    outline,
  ]);

test("snapshots come back as they were stored, whatever their tools are called", async () => {
  const read = readSnapshots(await writeSnapshots(snapshots));
  expect(shown(read)).toEqual(shown(snapshots));
  expect(shown(readSnapshots(await writeSnapshots(read)))).toEqual(shown(snapshots));
  expect(readSnapshots(await writeSnapshots({}))).toEqual({});
});

test("snapshots that were stored with their outlines inside are read as well", () => {
  expect(shown(readSnapshots(JSON.stringify(snapshots)))).toEqual(shown(snapshots));
});
