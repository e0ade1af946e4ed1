import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeElement, FakePage } from "../fake-dom.ts";
import { createSchemaForm } from "./schema-form.ts";

beforeEach(() => {
  vi.stubGlobal("document", new FakePage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The form of an object with these properties. */
const formOf = (properties: object) =>
  createSchemaForm({ schema: { type: "object", properties } }).element as unknown as FakeElement;
const textOf = (property: object) => formOf({ a: property }).textContent;

test.each([
  [{ type: "string" }, "Text"],
  [{ type: "string", format: "date" }, "Date"],
  [{ format: "date-time" }, "Date and time"],
  [{ type: ["string", "null"], format: "email" }, "Email"],
  [{ type: "string", format: "uri" }, "URL"],
  [{ type: "string", contentEncoding: "base64" }, "File"],
  [{ type: "string", format: "constructor" }, "Text"],
  [{ type: "integer", format: "date" }, "Whole number"],
])("labels %j with its type %s", (schema, label) => {
  expect(textOf(schema).slice(1)).toMatch(new RegExp(`^${label}(null|JSON)`));
});

test.each([
  ["to", { title: "Recipient", type: "string" }, "RecipienttoText"],
  ["due_date", { title: "Due Date", type: "string" }, "Due DateText"],
  ["dueDate", { title: "", type: "string" }, "dueDateText"],
  ["dueDate", { title: 1, type: "string" }, "dueDateText"],
  // The title of a type is not what its field is called.
  ["owner", { $ref: "#/properties/kind" }, "ownerText"],
])("labels the field %s of %j: %s", (name, property, text) => {
  const form = formOf({ kind: { title: "Name type", type: "string" }, [name]: property });
  expect(form.textContent).toContain(`JSONRemove${text}`);
});

test("shows a description without the marks of Markdown", () => {
  expect(textOf({ type: "string", description: "Full **name**, see [docs](https://a.org)" })).toContain(
    "Full name, see docs",
  );
});
