import { describe, expect, test } from "vitest";
import { createOpenapiSource } from "../../../packages/toolshed/src/source/openapi/create-openapi-source.ts";
import { readDocument } from "../../../packages/toolshed/src/source/openapi/document/read-document.ts";
import { createArgumentCheck } from "../../../packages/toolshed/src/source/openapi/schema/check-arguments.ts";
import { chromiumPath } from "../../fixtures/browser.ts";
import { realDocuments } from "../../interop/openapi/documents.ts";
import { generateArguments } from "../../interop/openapi/generate-arguments.ts";
import { openShow, recorded } from "./open-show.ts";

type Schema = Record<string, unknown>;

const documents =
  /^(Figma|Netlify|3\.0\/json\/(circular|complex-nesting|discriminators|petstore|polymorphism|schema-.*|file-uploads)\.json)$/;
/** At most this many tools of a document, the ones with the richest schemas. */
const mostOfDocument = 12;

async function realSchemas(): Promise<{ name: string; schema: Schema }[]> {
  const schemas = recorded.tools.map(({ server, tool, schema }) => ({ name: `${server} ${tool}`, schema }));
  for (const { name, text } of realDocuments.filter((it) => documents.test(it.name))) {
    const { source } = await createOpenapiSource(readDocument(text), {
      id: "service",
      baseUrl: "http://127.0.0.1",
      fetch: undefined as never,
    });
    const richest = source.tools
      .map(({ path, inputSchema }) => ({ name: `${name} ${path}`, schema: inputSchema as Schema }))
      .sort((a, b) => JSON.stringify(b.schema).length - JSON.stringify(a.schema).length);
    schemas.push(...richest.slice(0, mostOfDocument));
  }
  return schemas;
}

/** Arguments of each shape that a schema allows: with what is optional and without, by each alternative. */
const samplesOf = (schema: Schema): unknown[] => [
  {},
  ...[0, 1].flatMap((branch) =>
    [true, false].map((isFull) => JSON.parse(JSON.stringify(generateArguments(schema, { isFull, branch })))),
  ),
];

describe.skipIf(!chromiumPath)("the schema form", () => {
  test("gives back what it was given, for real schemas, and submits what the gateway accepts", async () => {
    const cases = (await realSchemas()).map((it) => ({ ...it, samples: samplesOf(it.schema) }));
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const page = await openShow();
    const rounds = await page.evaluate(
      (all) =>
        all.map(({ schema, samples }) => {
          const fresh = show.createSchemaForm({ schema });
          const start = { value: fresh.value(), problems: fresh.problems() };
          return {
            start,
            rounds: samples.map((value) => {
              const form = show.createSchemaForm({ schema, value });
              const first = form.value();
              fresh.setValue(value);
              return { first, again: fresh.value(), problems: form.problems() };
            }),
          };
        }),
      cases,
    );
    let valid = 0;
    for (const [at, { name, schema, samples }] of cases.entries()) {
      const checkArguments = createArgumentCheck(schema);
      const { start, rounds: done } = rounds[at] as (typeof rounds)[number];
      if (start.problems.length === 0)
        expect(checkArguments(start.value), `${name}: the empty form`).not.toHaveProperty("problem");
      for (const [place, value] of samples.entries()) {
        const round = done[place] as (typeof done)[number];
        expect(JSON.stringify(round.first), name).toBe(JSON.stringify(value));
        expect(round.again, name).toEqual(value);
        // The form finds nothing wrong with what the gateway takes.
        if ("input" in checkArguments(value)) {
          valid++;
          const said = round.problems.filter(({ message }) => !/^Must (match|have)|^Items/.test(message));
          expect(said, `${name} ${JSON.stringify(value)}`).toEqual([]);
        } else expect(round.problems.length, `${name} ${JSON.stringify(value)}`).toBeGreaterThan(0);
      }
    }
    expect(valid).toBeGreaterThan(cases.length);
  });
});
