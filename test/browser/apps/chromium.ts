import { type Browser, chromium } from "playwright-core";
import { launchOptions } from "../../fixtures/browser.ts";

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
