import { expect, test } from "vitest";
import { approvalMessage } from "../packages/toolshed/src/approval/approval-message.ts";
import { fullSignature, signatureOf } from "../packages/toolshed/src/catalog/signature.ts";
import { createMaskSecrets } from "../packages/toolshed/src/record/mask-secrets.ts";
import { createSearchIndex } from "../packages/toolshed/src/search/search-index.ts";
import { finish } from "../packages/toolshed/src/search/slices.ts";
import { splitWords } from "../packages/toolshed/src/search/words/split-words.ts";
import { cleanText, commandTags } from "../packages/toolshed/src/source/clean-text.ts";
import { createDigest } from "../packages/toolshed/src/source/review/digest.ts";
import { outlineTool } from "../packages/toolshed/src/source/review/outline-tool.ts";
import type { SourceTool } from "../packages/toolshed/src/source/source.ts";

/** Texts that take hours where a pattern looks again from each of their characters. */
const parts = [
  ".",
  "<system",
  "<",
  "/",
  "{",
  "{a",
  " ",
  "\n",
  "a.",
  "=",
  "Bearer ",
  '"',
  "\\",
  "-",
  "_",
  "A1",
  "é",
  ": ",
];
const texts = parts.flatMap((part) => {
  const run = part.repeat(Math.ceil(300_000 / part.length));
  return [run, `${run}!`];
});

const readers: Record<string, (text: string) => unknown> = {
  commandTags: (text) => commandTags.test(text),
  cleanText,
  splitWords,
  maskSecrets: createMaskSecrets(["a secret"]),
  approvalMessage: (text) => approvalMessage("a.b", { text, other: [text] }, null),
  search: (text) => finish(createSearchIndex().search(text, 10, () => true)),
};

test.each(Object.entries(readers))("%s reads any text in time that grows with its length", (_, read) => {
  for (const text of texts) expect(() => read(text)).not.toThrow();
});

const toolWith = (inputSchema: Record<string, unknown>) =>
  ({ path: "a.b", name: "b", description: "", inputSchema }) as unknown as SourceTool;

test("a schema whose arguments all refer to one large definition is compared in time that grows with its length", () => {
  const limits = Array.from({ length: 20_000 }, (_, index) => `value ${index}`);
  const properties = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [`p${index}`, { $ref: "#/$defs/x" }]),
  );
  for (let count = 0; count < 100; count += 1) {
    const schema = { type: "object", properties, $defs: { x: { enum: [...limits, count] } } };
    expect(Object.keys(outlineTool(toolWith(schema), createDigest()).arguments)).toHaveLength(80);
  }
});

test("prints a reference of any length quickly", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => [`p${index}`, { $ref: "#/$defs/S" }]),
  );
  const schema = { type: "object", properties, $defs: { S: { $ref: `#/$defs${"/".repeat(1_000_000)}` } } };
  expect(signatureOf(toolWith(schema), fullSignature).length).toBeLessThan(20_000);
});
