import { settings } from "../settings.ts";
import { print } from "./print.ts";
import { style } from "./style.ts";

/** The environment variables, for `toolshed help settings`. */
export function printSettings(): void {
  print("Settings are environment variables:\n");
  for (const { name, fallback, description } of settings) {
    print(`${style("bold", name)} (${toPlain(fallback)})\n  ${toPlain(description)}`);
  }
}

/** Without the marks of Markdown, and with the address of a link behind its text. */
const toPlain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, "$1 (docs/$2)").replaceAll("`", "");
