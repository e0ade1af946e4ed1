import MiniSearch from "minisearch";
import { stem } from "../../packages/toolshed/dist/search/words/stem.js";
import { stopWords } from "./stop-words.mjs";
import { toolText } from "./tool-text.mjs";

export function rankWithMiniSearch(tools, matching = { prefix: false, fuzzy: false }) {
  const index = new MiniSearch({
    fields: ["name", "description", "parameters"],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return stopWords.has(word) ? null : stem(word);
    },
    searchOptions: { boost: { name: 3, description: 1.5, parameters: 1 }, ...matching },
  });
  index.addAll(tools.map((tool, id) => ({ id, ...toolText(tool) })));
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => tools[id].id);
}
