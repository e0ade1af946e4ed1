import { createInterface } from "node:readline/promises";
import type { Template } from "./templates.ts";

/** Asks on the terminal. Ctrl-C and Ctrl-D reject with an error named AbortError. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closing = new AbortController();
  terminal.once("close", () => closing.abort());
  try {
    return (await terminal.question(question, { signal: closing.signal })).trim();
  } finally {
    terminal.close();
  }
}

export async function askForFolder(defaultFolder: string): Promise<string> {
  return (await ask(`Folder (${defaultFolder}): `)) || defaultFolder;
}

export async function askForTemplate(templates: readonly Template[]): Promise<string> {
  const width = Math.max(...templates.map(({ name }) => name.length));
  const lines = templates.map(
    ({ name, description }, index) => `  ${index + 1}. ${name.padEnd(width)}  ${description}\n`,
  );
  process.stdout.write(`\n${lines.join("")}`);
  for (;;) {
    const answer = (await ask("Template (1): ")) || "1";
    const chosen = templates.find(({ name }, index) => name === answer || String(index + 1) === answer);
    if (chosen) return chosen.name;
    process.stdout.write(`Type a number from 1 to ${templates.length}, or the name of a template.\n`);
  }
}
