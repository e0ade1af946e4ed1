const visitOf = (userId = "u") => ({
  caller: {
    userId,
    role: "owner",
    via: "bench",
    audience: "model",
    scope: { readOnly: false },
    approval: "host",
  },
  client: "bench",
  signal: new AbortController().signal,
  elicit: async () => ({ action: "unavailable" }),
});

const calls = 200;
const parallel =
  "await Promise.all(Array.from({ length: 100 }, (_, n) => tools.bench.tool_1({ n }))); return 1";
const ten = Array.from({ length: 10 }, (_, n) => `const r${n} = await tools.bench.tool_${n}({ n: ${n} });`);
const users = Array.from({ length: 8 }, (_, index) => `user ${index}`);

/** What is measured, each as a function that does it once. Scripts are new each time, since results are cached. */
export function scriptsOf({ call, runner }) {
  let count = 0;
  const next = (script) => `${script} // ${count++}`;
  async function run(script, { check = false, userId } = {}) {
    const answer = await runner.run(next(script), check, visitOf(userId));
    if (!answer.success) throw new Error(JSON.stringify(answer.error));
  }
  return {
    calls,
    /** Runs a script of any outcome. */
    attempt: (script, userId) => runner.run(script, false, visitOf(userId)),
    bare: (userId) => run("return 1+1", { userId }),
    again: () => runner.run("return 1+1", false, visitOf()),
    bareOfEight: () => Promise.all(users.map((userId) => run("return 1+1", { userId }))),
    async direct() {
      for (let n = 0; n < calls; n += 1) await call({ ...visitOf(), path: "bench.tool_0", args: { n } });
    },
    inside: () => run(`for (let n = 0; n < ${calls}; n++) await tools.bench.tool_0({ n });`),
    changing: () => run(`for (let n = 0; n < ${calls}; n++) await tools.bench.change({ n });`),
    parallel: () => run(parallel),
    checked: () => run(`${ten.join("\n")}\nreturn r0.n + r9.n`, { check: true }),
  };
}
