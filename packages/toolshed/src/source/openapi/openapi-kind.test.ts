import { expect, test } from "vitest";
import { inlineJobs } from "../../../../../test/fixtures/inline-jobs.ts";
import { createOpenapiKind } from "./openapi-kind.ts";

const { check } = createOpenapiKind({ createFetch: async () => fetch, jobs: inlineJobs });

test("a document and where it is are two ways to give the same", () => {
  expect(check({ text: "{}" }, undefined)).toEqual({
    config: { allowPrivate: [] },
    secrets: {},
    found: "{}",
  });
  const url = "https://shop.example/openapi.json";
  expect(check({ url }, undefined)).toMatchObject({ config: { url }, found: null });
  expect(() => check({}, undefined)).toThrow("Give the document or its address");
  expect(() => check({ url, text: "{}" }, undefined)).toThrow("Give the document or its address");
});

test.each([
  { how: "digest" },
  { how: "header" },
  { how: "bearer", name: "X-Key" },
  { how: "header", name: "X Key" },
  { how: "header", name: "X-Key\r\nX-Other" },
  { how: "header", name: "Content-Length" },
  { how: "query", name: "" },
])("%j is no way to authenticate", (auth) => {
  expect(() => check({ text: "{}", auth }, undefined)).toThrow("auth");
});

test("what is wrong is said in a few lines, also where a name is megabytes of spaces", () => {
  const refused = () => check({ text: "{}", [" ".repeat(4_000_000)]: 1 }, undefined);
  expect(refused).toThrow("must not have");
  expect(refused).toThrow(/^.{1,2000}$/s);
});
