/** Endings and what stands in their place, where at least one syllable comes before them. Longest first. */
const suffixes: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["eli", "e"],
];
const lesserSuffixes: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
/** Endings that go where at least two syllables come before them. */
const endings = "ement ance ence able ible ment ant ent ism ate iti ous ive ize sion tion al er ic ou".split(
  " ",
);

/** Words whose ending belongs to them: without it they would be other words, `custom` and `issue`. */
const whole = new Set(["customer", "issuing"]);

const maxCached = 50_000;
const cache = new Map<string, string>();

/** The stem of a lower-case English word, by Porter's rules. Other words stay as they are. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = word.length > 2 && /^[a-z]+$/.test(word) ? porter(word) : word;
  // Words come from people too: what they make up must not stay for ever.
  if (cache.size >= maxCached) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}

function porter(original: string): string {
  let word = withoutPlural(original);
  if (whole.has(word)) return word;
  word = withoutTense(word);
  if (word.endsWith("y") && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, suffixes);
  word = replaceSuffix(word, lesserSuffixes);
  word = withoutEnding(word);
  return tidy(word);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith("eed")) return syllables(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const start = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : "";
  if (!hasVowel(start)) return word;
  if (/(at|bl|iz)$/.test(start)) return `${start}e`;
  if (/([^aeioulsz])\1$/.test(start)) return start.slice(0, -1);
  return syllables(start) === 1 && endsShort(start) ? `${start}e` : start;
}

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const start = word.slice(0, -suffix.length);
    return syllables(start) > 0 ? start + replacement : word;
  }
  return word;
}

function withoutEnding(word: string): string {
  for (const ending of endings) {
    if (!word.endsWith(ending)) continue;
    // Of "-sion" and "-tion" only the "ion" goes.
    const length = ending.endsWith("ion") ? 3 : ending.length;
    const start = word.slice(0, -length);
    return syllables(start) > 1 ? start : word;
  }
  return word;
}

function tidy(word: string): string {
  if (word.endsWith("e")) {
    const start = word.slice(0, -1);
    const count = syllables(start);
    if (count > 1 || (count === 1 && !endsShort(start))) return start;
  }
  return word.endsWith("ll") && syllables(word) > 1 ? word.slice(0, -1) : word;
}

/** How often vowels are followed by consonants. */
function syllables(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < word.length; at++) {
    const vowel = isVowel(word, at);
    if (afterVowel && !vowel) count++;
    afterVowel = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Consonant, vowel, consonant, as in "hop", which got its "e" back in "hoping". */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !/[wxy]$/.test(word)
  );
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at] as string;
  return letter === "y" ? at > 0 && !isVowel(word, at - 1) : "aeiou".includes(letter);
}
