/** `createSearchIndex` as the others are used: from a set's tools to the ids of the first ten for a query. */
export function rankWithOurs(createSearchIndex, tools, ranking) {
  const index = createSearchIndex(ranking);
  for (const source of new Set(tools.map((tool) => tool.source))) {
    index.set(
      source,
      tools.filter((tool) => tool.source === source),
    );
  }
  finish(index.build());
  return (query) => finish(index.search(query, 10, () => true)).tools.map(({ id }) => id);
}

/** Runs all steps of a build or a search without pausing. */
function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
