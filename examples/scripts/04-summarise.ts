// Much is read, little is returned: the rest never reaches the model.
interface Summary {
  count: number;
  words: number;
  longest: string;
}
const { notes, total } = await tools.samples.notes.list({ limit: 100 });
const summary: Summary = {
  count: total,
  words: notes.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0),
  longest: notes.toSorted((a, b) => b.title.length - a.title.length)[0].title,
};
if (summary.longest !== "Roadmap review") throw new Error(JSON.stringify(summary));
summary;
