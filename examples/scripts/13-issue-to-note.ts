// One service's data in another's words.
const issue = await tools.github.repos.issues.get({ owner: "octo", repo: "shed", issue_number: 7 });
const note = await tools.samples.notes.create({ title: `#${issue.number} ${issue.title}`, text: issue.body ?? "" });
if (!note.title.startsWith("#7 ")) throw new Error(note.title);
return note.title;
