// One answer from several searches, without duplicates.
const queries = ["roadmap", "review", "retro"];
const found = await Promise.all(queries.map((query) => tools.samples.notes.search({ query })));
const byId = new Map(found.flatMap(({ notes }) => notes).map((note) => [note.id, note.title]));
if (byId.size !== 3) throw new Error(`Found ${byId.size} notes`);
return [...byId.values()].sort();
