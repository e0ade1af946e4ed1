// Returns more than a model takes in: the answer has the beginning and a handle for the rest.
const { notes } = await tools.samples.notes.list({ limit: 100 });
return Array.from({ length: 5_000 }, (_, index) => ({ index, title: notes[index % notes.length].title }));
