// Goes through all pages of an API, and returns a table of a few lines.
const counts = new Map<string, number>();
for (let page = 1, length = 100; length === 100; page++) {
  const issues = await tools.github.repos.issues.list({ owner: "octo", repo: "shed", state: "open", per_page: 100, page });
  length = issues.length;
  for (const { labels } of issues) {
    for (const label of labels) {
      const name = typeof label === "string" ? label : (label.name ?? "");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
}
if (counts.size === 0) throw new Error("No issue has a label");
return [...counts].sort(([, a], [, b]) => b - a);
