import { testPlugin } from "@toolshed/sdk/testing";
import { expect, test } from "vitest";
import type { Note } from "./index.ts";
import { samples } from "./index.ts";

test("updates what is given of a note and keeps the rest", async () => {
  const { call } = testPlugin(samples);
  const made = (await call("samples.notes.create", { title: "Roadmap", text: "Search" })) as Note;
  const { id } = made;
  expect(await call("samples.notes.update", { id, text: "Search, then Views" })).toEqual({
    ...made,
    text: "Search, then Views",
  });
  const renamed = { ...made, title: "Plan", text: "Search, then Views" };
  expect(await call("samples.notes.update", { id, title: "Plan" })).toEqual(renamed);
  expect(await call("samples.notes.list")).toEqual({ notes: [renamed], total: 1 });
  expect(await call("samples.notes.update", { id, text: "" })).toEqual({ ...renamed, text: "" });
});

test("refuses to update a note that does not exist, and an update without a change", async () => {
  const { call } = testPlugin(samples);
  await expect(call("samples.notes.update", { id: "x", title: "New" })).rejects.toThrow(
    'There is no note with the id "x"',
  );
  await expect(call("samples.notes.update", { id: "x" })).rejects.toThrow("Give a title, a text or both");
  await expect(call("samples.notes.update", { id: "x", title: "" })).rejects.toThrow("title: ");
  expect(await call("samples.notes.list")).toEqual({ notes: [], total: 0 });
});

test("marks the tools that overwrite or delete notes as destructive", () => {
  const destructive = samples.tools.filter((tool) => tool.destructive).map(({ path }) => path);
  expect(destructive).toEqual(["samples.notes.update", "samples.notes.delete"]);
});

test("shows notes on one board, which needs no network and no permission", async () => {
  const { view } = testPlugin(samples);
  for (const tool of ["list", "search", "create"]) {
    const { uri, html, meta, toolMeta } = await view(`samples.notes.${tool}`);
    expect(toolMeta).toEqual({ resourceUri: uri });
    expect(uri).toBe("ui://samples/board.html");
    expect(meta).toEqual({});
    expect(html).toContain("<h1>Notes</h1>");
  }
  for (const tool of ["update", "delete"])
    await expect(view(`samples.notes.${tool}`)).rejects.toThrow("has no View");
});
