// Deletes notes. A person approves each deletion, and the script continues where it paused.
const { notes } = await tools.samples.notes.search({ query: "retro" });
for (const { id } of notes) await tools.samples.notes.delete({ id });
const { total } = await tools.samples.notes.search({ query: "retro" });
if (notes.length === 0 || total !== 1) throw new Error(`${total} of ${notes.length} are left`);
return notes.length;
