/** Characters that are invisible, look like a space, or change the order of others. The brackets are those we write codes in. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}\u{13441}-\u{13446}⟨⟩]|(?! )\p{Zs}|\p{M}{5,}/gu;
/** Enough to push the rest of a text out of sight. */
const blanks = /[ \t\n]{20,}/g;

/**
 * Shows text that a person decides about. Characters that can't be seen are written as codes, and long runs of blanks and
 * line breaks as their count, so different texts always look different.
 */
export function makeVisible(text: string): string {
  const seen = text.replace(unseen, (found) =>
    found === "\n" || found === "\t" ? found : Array.from(found, (character) => code(character)).join(""),
  );
  return makeCanonical(seen).replace(blanks, (run) => run.replace(/ +|\t+|\n+/g, count));
}

/** The same letter can be written with one character or with several. */
function makeCanonical(text: string): string {
  if (text === text.normalize("NFC")) return text;
  const isOdd = (character: string) => /\p{M}/u.test(character) || character !== character.normalize("NFC");
  return Array.from(text, (character) => (isOdd(character) ? code(character) : character)).join("");
}

/** The same for a text that has to stay on its line. */
export const makeLineVisible = (text: string): string => makeVisible(text).replaceAll("\n", code("\n"));

const code = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

const names = { " ": "space", "\t": "tab", "\n": "line break" } as const;

function count(run: string): string {
  const name = names[run[0] as keyof typeof names];
  return `⟨${run.length.toLocaleString("en-US")} ${name}${run.length === 1 ? "" : "s"}⟩`;
}
