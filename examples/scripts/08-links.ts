// Builds links, and keeps them in a note.
const { notes } = await tools.samples.notes.list({ limit: 100 });
const links = notes.map(({ id, title }) => {
  const url = new URL("https://notes.example/open");
  url.searchParams.set("id", id);
  url.searchParams.set("title", title);
  return url.href;
});
const index = await tools.samples.notes.create({ title: "Index", text: links.join("\n") });
if (!index.text.includes("title=Roadmap+review")) throw new Error(index.text);
return index.text.split("\n").length;
