export interface SplitCommand {
  /** Assignments before the program, such as `TOKEN=abc npx …`. */
  readonly env: Record<string, string>;
  readonly words: readonly string[];
  /** Why a shell would do more with this than start one program. */
  readonly problem?: string;
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;
const tilde = /^~(?=\/|$)/;

/**
 * Splits a command line into words, as a shell would, without any of the rest that a shell does: nothing is expanded,
 * and what only a shell understands is reported.
 */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  let problem: string | undefined;
  const line = text.replace(/\\\r?\n/g, " ").trim();
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index] as string;
    const next = line[index + 1];
    if (quote === "'") {
      if (letter === "'") quote = "";
      else word += letter;
    } else if (letter === "\\" && next !== undefined && (quote ? /["\\$`]/ : /[\s"'\\]/).test(next)) {
      // A backslash before another letter stays: it is part of a Windows path.
      word = (word ?? "") + next;
      index += 1;
    } else if (letter === quote) quote = "";
    else if (!quote && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= "";
    } else if (!quote && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      if (letter === "`" || (letter === "$" && /[({A-Za-z_]/.test(next ?? "")))
        problem ??= needsShell(letter);
      if (!quote && /[;&|<>]/.test(letter)) problem ??= needsShell(letter);
      word = (word ?? "") + letter;
    }
  }
  if (quote) problem = `A quotation mark (${quote}) is not closed.`;
  if (word !== undefined) words.push(word);
  const env: [string, string][] = [];
  for (let match = assignment.exec(words[0] ?? ""); match; match = assignment.exec(words[0] ?? "")) {
    env.push([match[1] as string, match[2] as string]);
    words.shift();
  }
  if (words.some((one) => tilde.test(one))) problem ??= "~ is not expanded. Write the full path instead.";
  return { env: Object.fromEntries(env), words, ...(problem !== undefined && { problem }) };
}

const needsShell = (letter: string): string =>
  `"${letter}" needs a shell, and servers are started without one. Give one program with its arguments.`;
