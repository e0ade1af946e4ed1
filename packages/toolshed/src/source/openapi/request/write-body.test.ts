import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/json-object.ts";
import { createReferences } from "../document/references.ts";
import { bodySchema, readRequestBody } from "../operation/request-body.ts";
import { writeBody } from "./write-body.ts";

const references = createReferences({});

function bodyOf(mediaType: string, schema: JsonObject = {}, encoding: JsonObject = {}) {
  const body = readRequestBody({ content: { [mediaType]: { schema, encoding } } }, references);
  if (!body) throw new Error("no body");
  return body;
}

function written(body: ReturnType<typeof bodyOf>, value: unknown): string {
  return Buffer.from(writeBody(body, value).bytes).toString();
}

test.each([
  ["application/json", { a: 1 }, '{"a":1}'],
  ["application/vnd.api+json", [1], "[1]"],
  ["text/plain", "hello", "hello"],
  ["application/xml", "<a/>", "<a/>"],
  ["image/png", Buffer.from("bytes").toString("base64"), "bytes"],
  [
    "application/x-www-form-urlencoded",
    { a: "b c", list: [1, 2], o: { x: 1 } },
    "a=b%20c&list=1&list=2&o=%7B%22x%22%3A1%7D",
  ],
])("%s", (mediaType, value, expected) => {
  const body = bodyOf(mediaType);
  expect(writeBody(body, value).contentType).toBe(mediaType);
  expect(written(body, value)).toBe(expected);
});

test("JSON is sent where a service takes several kinds", () => {
  const content = { "application/xml": {}, "multipart/form-data": {}, "application/json": {} };
  expect(readRequestBody({ content }, references)?.mediaType).toBe("application/json");
});

test("a wildcard becomes a type that can be sent", () => {
  expect(bodyOf("*/*").mediaType).toBe("application/json");
});

test("a form's fields follow their encoding", () => {
  const body = bodyOf(
    "application/x-www-form-urlencoded",
    {},
    {
      ids: { style: "pipeDelimited", explode: false },
      where: { style: "deepObject" },
    },
  );
  expect(written(body, { ids: [1, 2], where: { a: 1 } })).toBe("ids=1%7C2&where%5Ba%5D=1");
});

test("a form with files has a part for each field and each file", () => {
  const binary = { type: "string", format: "binary" };
  const schema = {
    type: "object",
    required: ["photo"],
    properties: {
      photo: { ...binary, description: "The photo" },
      pages: { type: "array", items: binary },
      meta: { type: "object" },
      note: { type: "string" },
    },
  };
  const body = bodyOf("multipart/form-data", schema, { photo: { contentType: "image/png, image/jpeg" } });
  expect(bodySchema(body, (part) => part as JsonObject, references)).toMatchObject({
    required: ["photo"],
    properties: {
      photo: { type: "object", description: "The photo", required: ["data"] },
      pages: { type: "array", items: { required: ["data"] } },
      note: { type: "string" },
    },
  });

  const data = Buffer.from("bytes").toString("base64");
  const text = written(body, {
    photo: { data, filename: 'a"\r\nb.png' },
    pages: [
      { data, contentType: "application/pdf" },
      { data, contentType: "evil\r\nheader: x" },
    ],
    meta: { a: 1 },
    note: "ü",
  });
  const parts = text.split(/--toolshed-[\w-]+(?:--)?\r\n/).filter(Boolean);
  expect(parts).toEqual([
    'content-disposition: form-data; name="photo"; filename="a%22%0D%0Ab.png"\r\ncontent-type: image/png\r\n\r\nbytes\r\n',
    'content-disposition: form-data; name="pages"; filename="pages"\r\ncontent-type: application/pdf\r\n\r\nbytes\r\n',
    'content-disposition: form-data; name="pages"; filename="pages"\r\ncontent-type: application/octet-stream\r\n\r\nbytes\r\n',
    'content-disposition: form-data; name="meta"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n',
    'content-disposition: form-data; name="note"\r\n\r\nü\r\n',
  ]);
});
