import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { openShow, recorded } from "./open-show.ts";

/** The texts and numbers of a result that a person should be able to find. */
function valuesOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === "string") found.push(value);
  else if (typeof value === "number") found.push(String(value));
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) valuesOf(item, found);
  return found;
}

const plain = (text: string) => text.replace(/[\s"\\]+/g, "");

describe.skipIf(!chromiumPath)("renderers over real results", () => {
  test("choose the form that fits, and every value can be reached", { timeout: 120_000 }, async () => {
    expect(recorded.results.length).toBeGreaterThanOrEqual(40);
    const page = await openShow();
    const chosen: Record<string, string> = {};
    for (const [index, { server, tool, result, outputSchema }] of recorded.results.entries()) {
      const { forms, text } = await page.evaluate(
        async ([result, outputSchema]) => {
          const options = { ...show.options, outputSchema };
          const forms = show.formsOf(result, options);
          let text = "";
          for (const form of forms) {
            show.put(show.renderAs(form, result, options));
            await show.expand();
            text += document.body.textContent;
          }
          return { forms, text };
        },
        [result, outputSchema] as const,
      );
      chosen[`${index} ${server} ${tool}`] = forms.join(" ");
      const shown = plain(text);
      const values = [
        ...valuesOf(result.structuredContent),
        ...result.content.flatMap((block) => valuesOf(block.text ?? block.uri)),
      ];
      const missing = values.filter((value) => {
        const short = plain(value);
        return short !== "" && !shown.includes(short) && !shown.includes(short.replace(/^https?:\/\//, ""));
      });
      expect(missing, `${server} ${tool}`).toEqual([]);
    }
    await expect(`${JSON.stringify(chosen, undefined, 2)}\n`).toMatchFileSnapshot("chosen-forms.json");
  });
});
