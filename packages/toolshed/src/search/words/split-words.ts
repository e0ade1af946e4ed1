const maxWordLength = 48;
/** In words that are also written as one: `e-mail`, `to-do`, `re-run`. */
const hyphen = /(?<=\b(?:e|re|co))-(?=[a-z])|(?<=\bto)-(?=dos?\b)/gi;
const ascii = /^[\0-\x7f]*$/;
const accents = /\p{M}+/gu;
const tokens = /[\p{L}\p{N}]+/gu;
const asciiTokens = /[A-Za-z0-9]+/g;
/** Between the words of `listPullRequests` and of `HTTPServer`. */
const boundary = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
/** Scripts that are written without spaces: there, pairs of characters stand for words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The words of a text in lower case and without accents. Identifiers are split; `GitHub` is also one word. */
export function splitWords(text: string): string[] {
  const isAscii = ascii.test(text);
  const unaccented = isAscii ? text : text.normalize("NFKD").replace(accents, "");
  const plain = unaccented.includes("-") ? unaccented.replace(hyphen, "") : unaccented;
  const words: string[] = [];
  for (const token of plain.match(isAscii ? asciiTokens : tokens) ?? []) {
    const lower = token.toLowerCase().slice(0, maxWordLength);
    if (!isAscii && unspaced.test(token)) words.push(...pairs(token.normalize("NFKC")));
    else if (token.slice(1) === lower.slice(1)) words.push(lower);
    else {
      const parts = token.split(boundary);
      if (parts.length === 1 || /^[A-Z]/.test(token)) words.push(lower);
      if (parts.length > 1) for (const part of parts) words.push(part.toLowerCase().slice(0, maxWordLength));
    }
  }
  return words;
}

function pairs(token: string): string[] {
  const characters = [...token];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, before) => `${characters[before]}${character}`);
}
