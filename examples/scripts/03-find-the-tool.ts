// A tool that the script does not know by its path.
const [best] = await tools.search({ query: "list my notes", limit: 1 });
const { signature } = await tools.describe.tool({ path: best.path });
if (!signature.includes("limit?: number")) throw new Error(signature);
const call = best.path.split(".").reduce((node: any, segment) => node[segment], tools);
return (await call({ limit: 1 })).notes.length;
