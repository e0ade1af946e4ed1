import { stopWords } from "./stop-words.mjs";

/** Makes the keyword form of a set's queries: the three words of each that are rarest over the set's tool texts, of those that occur there and are not stop words. */
export function keywordsOf({ tools }) {
  const frequency = new Map();
  for (const { name, description, inputSchema } of tools) {
    const parameters = Object.entries(inputSchema.properties ?? {}).flatMap(([key, value]) => [
      key,
      value.description,
    ]);
    for (const word of new Set(split([name, description, ...parameters].join(" ")))) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
  }
  return (query) =>
    [...new Set(split(query))]
      .filter((word) => frequency.has(word) && !stopWords.has(word))
      .sort((a, b) => frequency.get(a) - frequency.get(b))
      .slice(0, 3)
      .join(" ");
}

const split = (text) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
