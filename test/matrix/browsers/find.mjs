import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const onPath = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** What each browser is started from. All are packages of Debian. */
export const browsers = {
  chromium: {
    title: "Chromium",
    hint: "apt-get install chromium, or set CHROMIUM_PATH",
    find: () =>
      process.env.CHROMIUM_PATH ||
      onPath("chromium") ||
      onPath("chromium-browser") ||
      onPath("google-chrome"),
  },
  firefox: {
    title: "Firefox",
    hint: "apt-get install firefox-esr xvfb, or set FIREFOX_PATH and install only xvfb",
    find() {
      const browser = process.env.FIREFOX_PATH || onPath("firefox-esr") || onPath("firefox");
      const xvfb = onPath("Xvfb");
      return browser && xvfb && { browser, xvfb };
    },
  },
  webkit: {
    title: "WebKitGTK",
    hint: "apt-get install webkit2gtk-driver xvfb",
    find() {
      const [driver, xvfb] = ["WebKitWebDriver", "Xvfb"].map(onPath);
      const browser = findMiniBrowser();
      return driver && xvfb && browser && { driver, xvfb, browser };
    },
  },
};

function findMiniBrowser() {
  if (!existsSync("/usr/lib")) return;
  const folders = readdirSync("/usr/lib", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith("-linux-gnu"))
    .flatMap(({ name }) =>
      ["4.1", "4.0"].map((version) => `/usr/lib/${name}/webkit2gtk-${version}/MiniBrowser`),
    );
  return folders.find((file) => existsSync(file));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
