import { describe, expect, test } from "vitest";
import type { SourceCall } from "../../source.ts";
import { createOpenapiSource } from "../create-openapi-source.ts";
import { readDocument } from "../document/read-document.ts";

/** Imports one operation of a Swagger 2 document, calls it, and gives what it sent. */
async function send(operation: object, args: object, root: object = {}, pathItem: object = {}) {
  let sent: { url: string; type: string | undefined; body: string } | undefined;
  const text = JSON.stringify({
    swagger: "2.0",
    info: { title: "Old" },
    host: "old.example",
    paths: { "/things": { ...pathItem, post: { responses: {}, ...operation } } },
    ...root,
  });
  const { source } = createOpenapiSource(readDocument(text), {
    id: "old",
    fetch: async (url, init) => {
      const headers = init?.headers as Record<string, string>;
      const body = init?.body ? Buffer.from(init.body as Uint8Array).toString() : "";
      sent = { url: String(url), type: headers["content-type"], body };
      return new Response();
    },
  });
  const [tool] = source.tools;
  const parsed = await tool?.parse(args);
  if (!parsed || !("input" in parsed)) throw new Error(parsed?.problem);
  const call = { signal: new AbortController().signal, auth: {} } as unknown as SourceCall;
  await tool?.run(parsed.input, call);
  return { ...sent, tool };
}

const list = (name: string, place: string, collectionFormat?: string) => ({
  name,
  in: place,
  type: "array",
  items: { type: "string" },
  ...(collectionFormat && { collectionFormat }),
});

describe("Swagger 2", () => {
  test("separates lists in the query as it says, with commas unless it says otherwise", async () => {
    const parameters = [
      ...[list("csv", "query"), list("ssv", "query", "ssv")],
      ...[list("pipes", "query", "pipes"), list("multi", "query", "multi")],
    ];
    const args = { csv: ["a", "b"], ssv: ["a", "b"], pipes: ["a", "b"], multi: ["a", "b"] };
    expect((await send({ parameters }, args)).url).toBe(
      "https://old.example/things?csv=a,b&ssv=a%20b&pipes=a%7Cb&multi=a&multi=b",
    );
  });

  test("separates lists in forms too", async () => {
    const parameters = [
      list("a", "formData"),
      list("b", "formData", "pipes"),
      list("c", "formData", "multi"),
    ];
    const consumes = ["application/x-www-form-urlencoded"];
    const body = { a: ["1", "2"], b: ["1", "2"], c: ["1", "2"] };
    expect(await send({ parameters, consumes }, { body })).toMatchObject({
      type: "application/x-www-form-urlencoded",
      body: "a=1,2&b=1%7C2&c=1&c=2",
    });
  });

  test("sends a form with a file in parts, also where it names no media type", async () => {
    const parameters = [
      { name: "file", in: "formData", type: "file", required: true },
      { name: "note", in: "formData", type: "string" },
    ];
    const file = { data: btoa("bytes"), filename: "a.txt", contentType: "text/plain" };
    const { type, body } = await send({ parameters }, { body: { file, note: "n" } });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nbytes\r\n');
    expect(body).toContain('name="note"\r\n\r\nn\r\n');
  });

  test("takes a body that operations share by reference, and one of the path", async () => {
    const shared = { name: "thing", in: "body", required: true, schema: { type: "object" } };
    const root = { parameters: { Thing: shared } };
    const reference = { parameters: [{ $ref: "#/parameters/Thing" }] };
    for (const { body, type } of [
      await send(reference, { body: { a: 1 } }, root),
      await send({}, { body: { a: 1 } }, {}, { parameters: [shared] }),
    ]) {
      expect({ body, type }).toEqual({ body: '{"a":1}', type: "application/json" });
    }
  });

  test("answers that operations share by reference describe the result", async () => {
    const schema = { type: "object", properties: { id: { type: "string" } } };
    const { tool } = await send(
      { responses: { 200: { $ref: "#/responses/Thing" } } },
      {},
      { responses: { Thing: { description: "", schema } } },
    );
    expect(tool?.outputSchema).toEqual(schema);
  });

  test("prefers HTTPS, whichever scheme comes first", async () => {
    expect((await send({}, {}, { schemes: ["http", "https"], basePath: "/v1" })).url).toBe(
      "https://old.example/v1/things",
    );
  });
});
