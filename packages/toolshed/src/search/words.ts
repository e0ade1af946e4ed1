const stopWords = new Set(
  (
    "a about all am an and any are as at be been by can could do does for from get give had has have how i in into is it " +
    "its let like me my need of on or our please should show so some tell than that the their them then there these this " +
    "to up us use want was we what when where which who will with would you your"
  ).split(" "),
);

/** The words of a text that say what it is about: identifiers split, stop words left out, endings cut. */
export function words(text: string): string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !stopWords.has(word))
    .map(stem);
}

function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/(?<=.{3})(ing|ed|e)$/, "");
}
