// Groups and counts, as a table of text.
const { notes } = await tools.samples.notes.list({ limit: 100 });
const counts = new Map<string, number>();
for (const { title } of notes) {
  const [first] = title.split(" ");
  counts.set(first, (counts.get(first) ?? 0) + 1);
}
if (counts.get("Roadmap") !== 2) throw new Error(JSON.stringify([...counts]));
[...counts].map(([word, count]) => `${word.padEnd(10)}${count}`).join("\n");
