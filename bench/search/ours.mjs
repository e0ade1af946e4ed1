/** `createSearchIndex` as the others are used: from a set's tools to the names of the first ten for a query. */
export function rankWithOurs(createSearchIndex, tools, ranking) {
  const index = createSearchIndex(ranking);
  index.set("bench", toSourceTools(tools, "bench"));
  finish(index.build());
  return (query) => finish(index.search(query, 10, () => true)).map(({ name }) => name);
}

/** Runs all steps of a build or a search without pausing. */
function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export function toSourceTools(tools, sourceId) {
  return tools.map(({ name, description, inputSchema }, at) => ({
    path: `${sourceId}.${toSegment(name, at)}`,
    name,
    description,
    inputSchema,
    destructive: false,
    readOnly: true,
  }));
}

function toSegment(name, at) {
  const segment = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  return /^[a-z]/.test(segment) ? segment : `tool_${at}`;
}
