const sourceCount = 100;

/** Sources with `count` tools in all, recombined from those of a set: a name, a description and parameters each. */
export function syntheticCatalog(tools, count, prefix = "source") {
  const pick = picker(count);
  const sources = [];
  for (let at = 0; at < Math.min(sourceCount, count); at++) {
    const id = `${prefix}_${at}`;
    const size = Math.floor(count / sourceCount) + (at < count % sourceCount ? 1 : 0);
    const recombined = Array.from({ length: size }, () => ({
      ...pick(tools),
      description: pick(tools).description,
      inputSchema: pick(tools).inputSchema,
    }));
    const own = recombined.map((tool, number) => ({
      ...tool,
      path: `${tool.path.replace(/^[^.]*/, id)}_${number}`,
    }));
    sources.push({ id, tools: own });
  }
  return sources;
}

/** The same picks in every run. */
function picker(seed) {
  let state = seed;
  return (items) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return items[(state >>> 8) % items.length];
  };
}
