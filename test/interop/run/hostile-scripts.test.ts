import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createCatalog } from "../../../packages/toolshed/src/catalog/catalog.ts";
import type { Jobs } from "../../../packages/toolshed/src/jobs/jobs.ts";
import { checkScript } from "../../../packages/toolshed/src/run/check/check-script.ts";
import { createDescribeMissing } from "../../../packages/toolshed/src/run/check/missing-tool.ts";
import type { JsonSchema, SourceTool } from "../../../packages/toolshed/src/source/source.ts";
import { openJobs } from "../../fixtures/jobs.ts";
import { openSandbox, resultOf } from "../../fixtures/sandbox.ts";

const hurriedJobs = openJobs({ cpuMs: 500 });
/** Never ends a job. */
const patientJobs = openJobs({ cpuMs: 1e6, timeMs: 1e6 });
const run = openSandbox();

const tool = (path: string, inputSchema: JsonSchema): SourceTool => ({
  path,
  name: path,
  description: "",
  destructive: false,
  readOnly: true,
  inputSchema,
  parse: async (args) => ({ input: args }),
  run: async () => undefined,
});
const selves = (count: number): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { $ref: "#" }])),
});
const catalog = createCatalog([
  { id: "a", tools: [tool("a.plain", { type: "object", properties: { n: { type: "number" } } })] },
  { id: "b", tools: [tool("b.selves", selves(35)), tool("b.more_selves", selves(150))] },
]);

async function check(
  script: string,
  userId: string,
  { signal, jobs = hurriedJobs }: { signal?: AbortSignal; jobs?: Jobs } = {},
): Promise<string> {
  const visible = { isVisible: () => true, connectionsFor: () => [] };
  const parts = { jobs, catalog, visible, describeMissing: createDescribeMissing(async () => []) };
  const checked = await checkScript(script, parts, { userId, ...(signal && { signal }) });
  return "error" in checked ? checked.error.message : "fine";
}

const exponential = `${"a ? (b) : c => ".repeat(40)}d`;
const tooComplex = expect.stringContaining("too complex to parse");
/** TypeScript compares these for far longer than a check may take. */
const slowTypes = `type Deep<N extends number, A extends 0[] = []> = A["length"] extends N ? A : Deep<N, [...A, 0]>;
  type Pairs<A extends 0[], B extends 0[]> = { [K in keyof A]: { [L in keyof B]: [K, L, Pairs2<A, B>] } };
  type Pairs2<A extends 0[], B extends 0[]> = { [K in keyof A]: { [L in keyof B]: \`\${K & string}\${L & string}\` } };
  declare const x: Pairs<Deep<900>, Deep<900>>;
  const y: Pairs<Deep<900>, Deep<901>> = x;`;
const slowCheck = expect.stringContaining("took more time or memory than it may");

/** Starts both checkers: on a busy machine that takes longer than a check may. */
async function warmUp(userId: string): Promise<void> {
  expect(await Promise.all([check("return 1", userId), check("return 2", "quiet")])).toEqual([
    "fine",
    "fine",
  ]);
}

test("a script that is parsed without end is refused as too complex", async () => {
  const { ending } = await run(exponential, { userId: "hostile", limits: { parseMs: 200 } });
  expect(ending).toMatchObject({ kind: "refused", error: { message: tooComplex } });
});

test("while a script is parsed without end, others run", async () => {
  const leaving = new AbortController();
  const limits = { parseMs: 1e6, timeMs: 1e6 };
  let hasEnded = false;
  const hostile = run(exponential, { userId: "hostile", limits, signal: leaving.signal }).finally(() => {
    hasEnded = true;
  });
  for (let count = 0; count < 5; count += 1)
    expect(resultOf(await run(`return ${count}`, { userId: "quiet" }))).toBe(count);
  expect(hasEnded).toBe(false);
  leaving.abort();
  await hostile;
});

test("a script that overflows the parser's stack does not break it for those who run later", async () => {
  for (let count = 0; count < 6; count += 1) {
    const depth = 20_000 + count;
    const hostile = await run("[".repeat(depth) + "]".repeat(depth), { userId: `hostile ${count}` });
    expect(hostile.ending).toMatchObject({ kind: "refused", error: { message: tooComplex } });
    expect(resultOf(await run(`return [${count}]`, { userId: "quiet" }))).toEqual([count]);
  }
});

test.each([
  ["that is parsed without end", exponential, tooComplex],
  ["whose types are compared without end", slowTypes, slowCheck],
])("a script %s is refused by the check", async (_, script, message) => {
  expect(await check(script, "hostile")).toEqual(message);
});

test("a script that overflows the parser's stack does not break it for others", async () => {
  for (let count = 0; count < 6; count += 1) {
    const depth = 20_000 + count;
    expect(await check("[".repeat(depth) + "]".repeat(depth), `hostile ${count}`)).toEqual(tooComplex);
    expect(await check(`return [${count}]`, "quiet")).toBe("fine");
  }
});

test("a tool whose schema refers to itself many times is checked as far as it can be", async () => {
  expect(await check("await tools.b.selves({ p1: { p2: {} } }); await tools.b.more_selves({})", "u")).toBe(
    "fine",
  );
});

describe.runIf(process.platform === "linux")("a process that is killed in the middle of a check", () => {
  const childrenOf = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  const checkers = () =>
    childrenOf(process.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("check-job"),
    );

  test.each([
    ["the child", (pid: number) => pid],
    ["TypeScript", (pid: number) => childrenOf(pid)[0] as number],
  ])("%s: costs this check, and no other", async (_, victimOf) => {
    await warmUp("killed");
    const children = checkers();
    const victims = children.map(victimOf);
    expect(victims.length).toBeGreaterThan(0);
    const running = check(slowTypes, "killed");
    await check("return 2", "quiet");
    for (const pid of victims) process.kill(pid, "SIGKILL");
    expect(await running).toEqual(slowCheck);
    // Those that were idle have been killed as well.
    await expect.poll(() => checkers().filter((pid) => children.includes(pid))).toEqual([]);
    expect(await check("return 3", "killed")).toBe("fine");
    expect(await check("return 'x' * 3", "quiet")).toContain("arithmetic");
  });

  test("leaves no process behind", async () => {
    await warmUp("another");
    const running = check(slowTypes, "another");
    await check("return 2", "quiet");
    const children = checkers();
    const programs = children.flatMap(childrenOf);
    expect(programs.filter(isAlive)).toEqual(programs);
    for (const child of children) process.kill(child, "SIGKILL");
    await running;
    await expect.poll(() => programs.filter(isAlive)).toEqual([]);
  });

  /** One that has ended may be listed for a while. */
  const isAlive = (pid: number): boolean => {
    try {
      return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return false;
    }
  };
});

// At the end, because these scripts are parsed and checked until the file's jobs are closed.
test.each([
  ["is parsed", exponential],
  ["has its types compared", slowTypes],
])("while a script %s without end, others are checked", async (_, script) => {
  const leaving = new AbortController();
  let hasEnded = false;
  const options = { jobs: patientJobs, signal: leaving.signal };
  const hostile = check(script, `hostile ${script.length}`, options).finally(() => {
    hasEnded = true;
  });
  for (let count = 0; count < 5; count += 1)
    expect(await check(`return ${count}`, "quiet", { jobs: patientJobs })).toBe("fine");
  expect(await check("return 'x' * 2", "quiet", { jobs: patientJobs })).toContain("arithmetic");
  expect(hasEnded).toBe(false);
  leaving.abort();
  await hostile;
});
