// What fails is told apart from what works.
const ids = ["no such note", "neither this"];
const results = await Promise.allSettled(ids.map((id) => tools.samples.notes.search({ query: id, limit: 0 })));
const problems = results.filter((result) => result.status === "rejected").map((result) => result.reason.message);
if (problems.length !== 2 || !problems[0].includes("limit")) throw new Error(JSON.stringify(problems));
return problems.length;
