// Runs several calls concurrently and returns their results in order.
const titles = ["Roadmap", "Retro", "Hiring", "Roadmap review"];
const made = await Promise.all(titles.map((title) => tools.samples.notes.create({ title, text: `About ${title}` })));
if (made.map(({ title }) => title).join() !== titles.join()) throw new Error("The order was lost");
return made.length;
