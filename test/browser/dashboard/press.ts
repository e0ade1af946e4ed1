import type { Locator } from "playwright-core";

const maxTabs = 80;

/** Moves the focus to a link or button with the Tab key alone, and presses Enter. */
export async function press(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  await target.waitFor();
  for (let count = 0; count < maxTabs; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement))
      return keyboard.press("Enter");
    await keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${target}`);
}
