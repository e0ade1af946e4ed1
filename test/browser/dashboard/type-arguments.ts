import type { Page } from "playwright-core";

/**
 * Replaces the text of the JSON editor by keyboard. `fill` selects the text in the page, which the editor may undo while it
 * gets the focus.
 */
export async function typeArguments(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Arguments" }).press("Control+A");
  await page.keyboard.insertText(text);
}
