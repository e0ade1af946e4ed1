import { expect, test } from "vitest";
import { contentBeside } from "./result-view.ts";

const text = (value: string) => ({ type: "text" as const, text: value });

test("shows structured content once, if a text only repeats it", () => {
  const structuredContent = { notes: [{ id: "1" }], count: 1 };
  const repeated = text(JSON.stringify(structuredContent, null, 2));
  const own = text("One note");
  expect(contentBeside({ content: [repeated, own], structuredContent })).toEqual([own]);
  expect(contentBeside({ content: [repeated] })).toEqual([repeated]);
  expect(contentBeside({ content: [text('{"count":2}')], structuredContent })).toHaveLength(1);
});
