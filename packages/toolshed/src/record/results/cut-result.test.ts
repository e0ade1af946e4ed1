import { expect, test } from "vitest";
import { cutResult } from "./cut-result.ts";

const text = (value: string) => ({ type: "text", text: value });
const read = ({ text }: { text: string }) => JSON.parse(text);

test("keeps a small result whole", () => {
  const result = { content: [text("hi")], structuredContent: { a: 1 }, _meta: { handle: "secret" } };
  const kept = cutResult(result, 1_024);
  expect(read(kept)).toEqual({ content: [text("hi")], structuredContent: { a: 1 } });
  expect(kept).toMatchObject({ isCut: false, bytes: Buffer.byteLength(kept.text) });
});

test.each([
  ["a long text", [text("x".repeat(5_000))]],
  ["letters that take more bytes as JSON", [text('"\n\u0001é😀'.repeat(1_000))]],
  ["many blocks", Array.from({ length: 1_000 }, (_, index) => text(`block ${index}`))],
])("keeps the beginning of %s, within the limit", (_, content) => {
  const kept = cutResult({ content, structuredContent: { a: "x".repeat(2_000) }, isError: true }, 1_024);
  expect(kept.isCut).toBe(true);
  expect(kept.bytes).toBeLessThanOrEqual(1_024);
  expect(kept.bytes).toBeGreaterThan(900);
  const { content: cut, isError, structuredContent } = read(kept);
  expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined });
  expect(content[0]?.text.startsWith(cut[0].text)).toBe(true);
});

test("says what an image was that is too large, and keeps what follows", () => {
  const image = { type: "image", mimeType: "image/png", data: "A".repeat(100_000) };
  const kept = cutResult({ content: [image, text("a caption")] }, 1_024);
  expect(read(kept).content).toEqual([text("[image image/png: too large to keep]"), text("a caption")]);
});

test("keeps the beginning of structured content that comes without texts", () => {
  const kept = cutResult({ content: [], structuredContent: { list: "y".repeat(100_000) } }, 1_024);
  expect(kept.bytes).toBeLessThanOrEqual(1_024);
  expect(read(kept).content[0].text).toMatch(/^\{"list":"yyy/);
});
