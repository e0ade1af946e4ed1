import { type Browser, chromium } from "playwright-core";
import { launchWithout, playwrightDisables } from "../../fixtures/browser.ts";

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchWithout(playwrightDisables));
}
