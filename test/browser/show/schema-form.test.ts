import { describe, expect, test } from "vitest";
import { createOpenapiSource } from "../../../packages/toolshed/src/source/openapi/create-openapi-source.ts";
import { readDocument } from "../../../packages/toolshed/src/source/openapi/document/read-document.ts";
import { createArgumentCheck } from "../../../packages/toolshed/src/source/openapi/schema/check-arguments.ts";
import { chromiumPath } from "../../fixtures/browser.ts";
import { realDocuments } from "../../interop/openapi/documents.ts";
import { generateArguments } from "../../interop/openapi/generate-arguments.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { openShow, recorded } from "./open-show.ts";

type Schema = Record<string, unknown>;

const documents =
  /^(Figma|Netlify|3\.0\/json\/(circular|complex-nesting|discriminators|petstore|polymorphism|schema-.*|file-uploads)\.json)$/;
/** So many tools of each document, from its beginning to its end. */
const mostOfDocument = 8;

async function realSchemas(): Promise<{ name: string; schema: Schema }[]> {
  const schemas = recorded.tools.map(({ server, tool, schema }) => ({ name: `${server} ${tool}`, schema }));
  for (const { name, text } of realDocuments.filter((it) => documents.test(it.name))) {
    const { source } = await createOpenapiSource(readDocument(text), {
      id: "service",
      baseUrl: "http://127.0.0.1",
      fetch: undefined as never,
    });
    const step = Math.ceil(source.tools.length / mostOfDocument);
    const some = source.tools.filter((_, at) => at % step === 0);
    schemas.push(
      ...some.map(({ path, inputSchema }) => ({ name: `${name} ${path}`, schema: inputSchema as Schema })),
    );
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
  test("gives back what it was given, for real schemas, and submits what the gateway accepts", {
    timeout: 120_000,
  }, async () => {
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
          const said = round.problems.filter(
            ({ message }) => !/^Must (match|have|be an? (?!multiple))|^Items/.test(message),
          );
          expect(said, `${name} ${JSON.stringify(value)}`).toEqual([]);
        } else expect(round.problems.length, `${name} ${JSON.stringify(value)}`).toBeGreaterThan(0);
      }
    }
    expect(valid).toBeGreaterThan(cases.length);
  });

  test("is filled in by hand: nested, lists, alternatives, null, names and JSON, with messages beside", async () => {
    const page = await openShow();
    await page.evaluate(() => {
      const schema = {
        type: "object",
        properties: {
          title: { type: "string", minLength: 3, description: "What it is called" },
          count: { type: "integer", minimum: 1, maximum: 9 },
          owner: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          tags: { type: "array", items: { type: "string" } },
          target: {
            oneOf: [
              {
                title: "By address",
                type: "object",
                properties: { url: { type: "string" } },
                required: ["url"],
              },
              { title: "By number", type: "integer" },
            ],
          },
          due: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
          level: { enum: ["low", "high"] },
          headers: { type: "object", additionalProperties: { type: "string" } },
          anything: {},
        },
        required: ["title"],
      };
      const value = { title: "abc", later: { kept: [1] } };
      show.form = show.createSchemaForm({ schema, value, onchange: () => {} });
      show.put(show.form.element);
    });
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const title = field("title");
    await title.fill("ab");
    await page.getByText("Must have at least 3 characters.").waitFor();
    const described = (await title.getAttribute("aria-describedby")) ?? "";
    const texts = described.split(" ").map((id) => page.locator(`#${id}`).textContent());
    expect((await Promise.all(texts)).join(" ")).toBe("What it is called Must have at least 3 characters.");
    expect(await title.getAttribute("aria-invalid")).toBe("true");
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    await title.fill("Plan");
    await field("count").fill("12");
    await page.getByText("Must be at most 9.").waitFor();
    await field("count").fill("3");
    await page.getByRole("button", { name: "Add owner" }).click();
    await field("name").fill("Ada");
    await page.getByRole("button", { name: "Add tags" }).click();
    for (const tag of ["x", "y"]) {
      await page.getByRole("button", { name: "Add item" }).click();
      await page.keyboard.type(tag);
    }
    await page.getByRole("button", { name: "Move Item 2 up" }).click();
    await page.getByRole("button", { name: "Add target" }).click();
    await page.getByLabel("Kind of target").selectOption("By number");
    await page.keyboard.press("Tab");
    await page.keyboard.type("7");
    await page.getByRole("button", { name: "null: due" }).click();
    await page.getByLabel("level").last().selectOption("high");
    await page.getByRole("button", { name: "Add headers" }).click();
    await page.getByRole("button", { name: "Add property" }).click();
    await page.keyboard.type("accept");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("text/html");
    const any = page.getByLabel("Edit anything as JSON");
    await any.fill("[1,");
    await page.getByText(/^This is not JSON yet/).waitFor();
    await any.fill("[1, null]");
    expect(await page.evaluate(() => [show.form?.value(), show.form?.problems()])).toEqual([
      {
        title: "Plan",
        later: { kept: [1] },
        count: 3,
        owner: { name: "Ada" },
        tags: ["y", "x"],
        target: 7,
        due: null,
        level: "high",
        headers: { accept: "text/html" },
        anything: [1, null],
      },
      [],
    ]);
    await page.getByRole("button", { name: "Remove owner" }).click();
    await field("count").fill("");
    await title.fill("");
    await page.evaluate(() => show.form?.focus());
    expect(
      await page.evaluate(() => document.activeElement === document.querySelector(".show-form input")),
    ).toBe(true);
    expect(await page.evaluate(() => show.form?.value())).not.toHaveProperty("owner");
    expect(await page.evaluate(() => show.form?.value())).not.toHaveProperty("count");
  });

  test("shows a picked file by its name and size, and removes it", async () => {
    const page = await openShow();
    await page.evaluate(() => {
      const schema = {
        properties: { photo: { type: "string", contentEncoding: "base64" }, count: { type: "number" } },
      };
      show.form = show.createSchemaForm({ schema });
      show.put(show.form.element);
    });
    const content = Buffer.alloc(139_000, "photo");
    const pick = (buffer: Buffer) =>
      page.getByLabel("File for photo").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
    const area = page.getByRole("textbox", { name: "photo" });
    const remove = page.getByRole("button", { name: "Remove a.png" });
    await pick(content);
    await page.getByText("a.png, 139 KB").waitFor();
    expect(await area.isVisible()).toBe(false);
    expect(await page.evaluate(() => show.form?.value())).toEqual({ photo: content.toString("base64") });
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    await remove.click();
    await area.waitFor();
    expect(await page.evaluate(() => show.form?.value())).toEqual({});
    // The same file again, then a value without a name.
    await pick(content);
    await remove.waitFor();
    await page.evaluate((photo) => show.form?.setValue({ photo }), content.toString("base64"));
    await page.getByText("File, 139 KB").waitFor();
    await page.evaluate(() => show.form?.setValue({ photo: "AAAA" }));
    expect(await area.inputValue()).toBe("AAAA");
    await pick(Buffer.alloc(10_000_001));
    await page.getByText("Choose a file of at most 10 MB.").waitFor();
    expect(await page.evaluate(() => show.form?.value())).toEqual({ photo: "AAAA" });
  });
});
