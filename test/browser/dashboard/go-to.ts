import type { Page } from "playwright-core";

/** Presses "g" and the letter of a page. The letter counts only soon after the "g", so neither waits for the other. */
export async function goTo({ keyboard }: Page, letter: string): Promise<void> {
  await Promise.all([keyboard.press("g"), keyboard.press(letter)]);
}
