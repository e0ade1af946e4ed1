import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "../../fixtures/browser.ts";

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? "",
    // Chromium's own sandbox does not start as root, and its background requests have nowhere to go in a closed network.
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}
