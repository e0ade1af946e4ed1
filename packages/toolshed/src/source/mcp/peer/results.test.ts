import { expect, test } from "vitest";
import { readResult } from "./results.ts";

const prompts = (wrongAt?: number) =>
  Array.from({ length: 5 }, (_, index) => ({
    name: `prompt ${index}`,
    arguments: index === wrongAt ? [1, 2, 3] : [{ name: "topic" }],
  }));

test("a list is read entry by entry, and nothing of it is lost", () => {
  const result = { prompts: prompts(), nextCursor: "more", _meta: { from: "server" } };
  expect(readResult("prompts/list", result, false)).toEqual(result);
  expect(readResult("prompts/list", { prompts: [] }, false)).toEqual({ prompts: [] });
});

test("the first wrong entry is named, and what is wrong beside the list as well", () => {
  expect(() => readResult("prompts/list", { prompts: prompts(3) }, false)).toThrow(
    /^Invalid result for prompts\/list: prompts\.3\.arguments\.0: /,
  );
  expect(() => readResult("prompts/list", { prompts: prompts(), nextCursor: 1 }, false)).toThrow(
    "nextCursor",
  );
  expect(() => readResult("prompts/list", { prompts: [], nextCursor: 1 }, false)).toThrow("nextCursor");
});

test("scans a large rest of a result a single time, not per block", () => {
  let looks = 0;
  const rest: Record<string, unknown> = {};
  Object.defineProperty(rest, "from", { enumerable: true, get: () => ++looks });
  const content = Array.from({ length: 800 }, () => ({ type: "image", data: "", mimeType: "image/png" }));
  expect(readResult("tools/call", { content, _meta: rest }, false).content).toEqual(content);
  expect(looks).toBeLessThan(20);
});

test("blocks beyond those that are shown are counted, and not looked at", () => {
  const content: unknown[] = Array.from({ length: 1_000 }, () => ({
    type: "image",
    data: "",
    mimeType: "image/png",
  }));
  const result = readResult("tools/call", { content: [...content, "not a block"] }, false);
  expect(result.content).toHaveLength(1_001);
  expect(() => readResult("tools/call", { content: [...content.slice(1), "not a block"] }, false)).toThrow(
    "content.999",
  );
});
