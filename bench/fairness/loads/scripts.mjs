// Scripts that cost as much as they can.

/** Runs a script by the agent's door and gives its answer. A mistake in the script itself does not throw here. */
async function runScript({ ask, person }, script, check = false) {
  const body = JSON.stringify({ arguments: { script, check } });
  const { status, text } = await ask(person.token, "/api/v1/agent/serve/run", { body });
  if (status !== 200) throw new Error(text);
  return JSON.parse(JSON.parse(text).result?.content?.[0]?.text ?? "{}");
}

/** A script of about so many characters. */
function longScript(characters, round) {
  const lines = [];
  for (let length = 0; length < characters; length += lines.at(-1).length + 1) {
    const n = lines.length;
    lines.push(`const value${n}: { a: number; b: string[] } = { a: ${n} + ${round}, b: ["x", "y${n}"] };`);
  }
  return `${lines.join("\n")}\nreturn value0.a`;
}

const kinds = {
  "176 KB scripts": (round) => longScript(176_000, round),
  "log floods": () => "for (let i = 0; ; i++) console.log('a line of a flood, number ' + i)",
  "4 MB values": () => "return 'x'.repeat(4_000_000)",
  "4 MB values of many parts": () =>
    "return Array.from({ length: 90_000 }, (_, id) => ({ id, name: 'a name of ' + id }))",
  "large arguments": () =>
    "for (let i = 0; i < 30; i++) await tools.samples.notes.search({ query: 'x', more: 'x'.repeat(1_000_000) + i }).catch(() => {})",
  "large arguments of many parts": () =>
    "const words = Array.from({ length: 50_000 }, (_, i) => 'word ' + i); for (let i = 0; i < 30; i++) await tools.samples.notes.search({ query: 'x', words }).catch(() => {})",
  "endless loops": () => "for (;;);",
  "memory bombs": () => "const a = []; for (;;) a.push('x'.repeat(10_000) + a.length)",
  "100 parallel calls": () =>
    "for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 100 }, () => tools.samples.notes.list()))",
  "calls one after the other": () => "for (let i = 0; i < 2_000; i++) await tools.samples.notes.list()",
  "calls of nothing": () =>
    "for (let i = 0; i < 2_000; i++) await tools.samples.notes['list' + i]().catch(() => {})",
  "exceptions and deep recursion": () =>
    "const f = (n) => { try { return f(n + 1) } catch (error) { throw new Error('deep ' + n) } }; for (;;) try { f(0) } catch {}",
  "regular expressions without end": () => "/(a+)+$/.test('a'.repeat(40) + '!')",
  "timer floods": () =>
    "for (let i = 0; i < 9; i++) await Promise.all(Array.from({ length: 1_000 }, () => new Promise((r) => setTimeout(r, 0))))",
  "many short scripts": () => "return 1 + 1",
};

export const scriptLoads = [
  ...Object.entries(kinds).map(([name, script]) => ({
    name,
    step: (context) =>
      runScript(context, `// ${context.person.name} ${context.round}\n${script(context.round)}`),
  })),
  {
    name: "176 KB scripts, checked",
    step: (context) => runScript(context, longScript(176_000, context.round), true),
  },
  {
    name: "large outputs read again",
    async step(context) {
      const { cut } = await runScript(context, `// ${context.round}\nreturn "y".repeat(3_900_000)`);
      await runScript(
        context,
        `for (let i = 0; i < 7; i++) await tools.output({ handle: "${cut?.handle}" }); // ${context.round}`,
      );
    },
  },
];
