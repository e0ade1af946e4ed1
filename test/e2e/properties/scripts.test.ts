import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import {
  checkProperty,
  countNotes,
  countRecorded,
  hostileText,
  propertyTimeoutMs,
  wellFormed,
} from "./property-run.ts";

const nesting = fc
  .tuple(
    fc.constantFrom(["[", "]"], ["(", ")"], ["{a:", "}"], ["a?", ":b"], ["!", ""], ["`${", "}`"]),
    fc.nat(2_000),
  )
  .map(([[open = "", close = ""], depth]) => `const x = ${open.repeat(depth)}1${close.repeat(depth)};`);
const repeated = fc
  .tuple(
    fc.constantFrom(
      "a ? (b) : c => ",
      "async (x) => ",
      "<T,>(",
      "a<b<c>",
      ".a",
      "tools.a.b;",
      "type A = A | ",
      "new ",
      "await ",
      "/(a+)+/;",
    ),
    fc.nat(60),
  )
  .map(([part, count]) => `${part.repeat(count)}0;`);
const call = fc
  .string({ maxLength: 10 })
  .map((title) => `await tools.samples.notes.create({ title: ${JSON.stringify(wellFormed(`t${title}`))} });`);
const statement = fc.oneof(
  { weight: 3, arbitrary: call },
  { weight: 1, arbitrary: nesting },
  { weight: 1, arbitrary: repeated },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "await tools.samples.notes.list({});",
      "await Promise.all(Array.from({ length: 20 }, () => tools.samples.notes.list({})));",
      "console.log('x'.repeat(100_000));",
      "for (let i = 0; i < 5_000; i += 1) console.log(i);",
      "const deep = []; let at = deep; for (let i = 0; i < 3_000; i += 1) { const next = []; at.push(next); at = next; } await tools.samples.notes.create({ title: 'x', text: deep });",
      "(function f() { f(); })();",
      "throw new Error('x'.repeat(10_000));",
      "throw null;",
      "new Proxy({}, { get() { throw 1; } }).x;",
      "Object.defineProperty(Object.prototype, 'toJSON', { get() { throw 1; } });",
      "Array.prototype.map = () => { throw 1; };",
      "JSON.stringify = () => '\\n\\n\\t';",
      "Promise.prototype.then = () => {};",
      "await tools.nothing.here({});",
      "tools.samples.notes.list({});",
      "let x: typeof import('/etc/passwd') = 1;",
      "import('fs');",
      "setTimeout(() => { throw 1; }, 0);",
      "await new Promise((resolve) => setTimeout(resolve, 5));",
      "const big = 'x'.repeat(1_000_000); return big;",
      "return { a: 1n };",
      "return 1;",
    ),
  },
);
const script = fc
  .array(statement, { minLength: 1, maxLength: 6 })
  .map((statements) => `// A script\n${statements.join("\n")}`);

test("any script ends with an answer, and every call it made is recorded", {
  timeout: propertyTimeoutMs,
}, async () => {
  let created = 0;
  let isWhole = true;
  const gateway = await checkProperty(
    fc.tuple(script, fc.boolean()),
    100,
    async (gateway) =>
      async ([text, check]) => {
        const answer = await requestAsCommand(gateway, "POST", "/agent/serve/run", {
          arguments: { script: text, check },
        });
        expect(answer.status).toBe(200);
        const { result } = (await answer.json()) as { result: { content: [{ text: string }] } };
        const { calls, cut } = JSON.parse(result.content[0].text) as {
          calls: { path: string; ok: boolean }[];
          cut?: { parts: string[] };
        };
        // Of calls that were left out of a long answer, nothing is known here.
        isWhole &&= !cut?.parts.includes("calls");
        created += calls.filter(({ path, ok }) => ok && path === "samples.notes.create").length;
      },
  );
  expect(created).toBeGreaterThan(10);
  const recorded = await countRecorded(gateway, "samples.notes.create", "ok");
  expect(recorded).toBe(await countNotes(gateway));
  if (isWhole) expect(recorded).toBe(created);
});
