/** The examples of each command: its help, its errors and the reference show them. */
const all = new WeakMap<object, readonly string[]>();

interface Helped {
  addHelpText(position: "after", text: string): unknown;
}

export function addExamples(command: Helped, ...examples: readonly string[]): void {
  all.set(command, examples);
  command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`);
}

export const examplesOf = (command: object): readonly string[] => all.get(command) ?? [];
