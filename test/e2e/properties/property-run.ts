import fc from "fast-check";
import { expect } from "vitest";
import { startGateway, type TestGateway } from "../../fixtures/gateway.ts";
import { isMatrix } from "../../fixtures/matrix.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";

/** `npm run test:matrix` runs twice as many cases, `npm run soak:properties` a hundred times, each time from another seed. */
const factor = Number(process.env.TOOLSHED_CASES_FACTOR ?? (isMatrix ? 1 : 0.5));
const seed = Number(process.env.TOOLSHED_CASES_SEED ?? 15);

/** Long enough for the soak: each case has a time limit of its own. */
export const propertyTimeoutMs: number = 120_000 * Math.max(1, factor / 2);

/** Checks a property of the built gateway over many cases, and that the same process is well afterwards. */
export async function checkProperty<Case>(
  arbitrary: fc.Arbitrary<Case>,
  count: number,
  prepare: (gateway: TestGateway) => Promise<(value: Case) => Promise<void>>,
): Promise<TestGateway> {
  const gateway = await startGateway({});
  const check = await prepare(gateway);
  await fc.assert(fc.asyncProperty(arbitrary, check), {
    numRuns: Math.ceil(count * factor),
    seed,
    // Smaller cases would each be sent to a gateway that has seen the failing one.
    endOnFailure: true,
  });
  expect(gateway.exitCode()).toBeNull();
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  const status = await requestAsCommand(gateway, "GET", "/status");
  expect(status.status).toBe(200);
  expect(gateway.output()).not.toMatch(/unhandled rejection|uncaught exception|internal error/);
  return gateway;
}

/** How many calls of a path the record has with an outcome. */
export async function countRecorded(gateway: TestGateway, path: string, outcome: string): Promise<number> {
  let count = 0;
  for (let before: number | undefined; ; ) {
    const page = before === undefined ? "" : `&before=${before}`;
    const answer = await requestAsCommand(
      gateway,
      "GET",
      `/calls?of=all&limit=1000&path=${path}&outcome=${outcome}${page}`,
    );
    const { calls } = (await answer.json()) as { calls: { id: number }[] };
    count += calls.length;
    before = calls.at(-1)?.id;
    if (before === undefined) return count;
  }
}

/** How many notes were created: what a call has really done, whatever its client was told. */
export async function countNotes(gateway: TestGateway): Promise<number> {
  const answer = await requestAsCommand(gateway, "POST", "/tools/samples.notes.list/call", {
    arguments: { limit: 1 },
  });
  const { structuredContent } = (await answer.json()) as { structuredContent: { total: number } };
  return structuredContent.total;
}

/** Strings that have broken programs before. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.constantFrom(
    "",
    "__proto__",
    "constructor",
    "toString",
    "\u0000",
    "\ud800",
    "\u202e",
    "../../etc/passwd",
    "%2e%2e%2f",
    "a".repeat(10_000),
    "'; drop table call_record; --",
    "{{7*7}}",
    "\r\nSet-Cookie: a=b",
    "-0",
    "1e999",
    "null",
  ),
);

/** Any JSON, some of it deep, wide or with odd keys. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.json({ maxDepth: 5, stringUnit: "binary" }) },
  { weight: 1, arbitrary: fc.nat(3_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)) },
  { weight: 1, arbitrary: fc.nat(3_000).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) },
  { weight: 1, arbitrary: fc.nat(50_000).map((length) => `[${"0,".repeat(length)}0]`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"a":1}}',
      "1e400",
      "-0",
      '{"a":1,"a":2}',
      "123456789012345678901234567890",
      '"\\ud800"',
    ),
  },
);

/** The text without halves of characters, which neither JSON nor a URL can carry. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();
