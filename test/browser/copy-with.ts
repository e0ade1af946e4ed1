import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Presses a button that copies, and returns the text once it is on the clipboard. */
export async function copyWith(
  button: Locator,
  press = (target: Locator): Promise<void> => target.click(),
): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await press(button);
  await expect.poll(read).not.toBe("");
  return read();
}
