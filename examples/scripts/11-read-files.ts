// Reads all files of a folder concurrently and returns only the numbers.
const folder = (await tools.files.list_allowed_directories({})).content.split("\n").at(-1);
const listing = (await tools.files.list_directory({ path: folder })).content.split("\n");
const names = listing.filter((line) => line.startsWith("[FILE] ")).map((line) => line.slice("[FILE] ".length));
const texts = await Promise.all(names.map((name) => tools.files.read_text_file({ path: `${folder}/${name}` })));
const words = texts.map(({ content }) => content.split(/\s+/).filter(Boolean).length);
if (names.length === 0) throw new Error("The folder is empty");
return Object.fromEntries(names.map((name, index) => [name, words[index]]));
