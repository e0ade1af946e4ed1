import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readDocument } from "./read-document.ts";

test("reads a document from a file, or takes its URL", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolshed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "pets.yaml");
  writeFileSync(file, "openapi: 3.1.0");
  expect(readDocument(file)).toEqual({ text: "openapi: 3.1.0" });
  expect(readDocument("https://pets.example/openapi.json")).toEqual({
    url: "https://pets.example/openapi.json",
  });
  expect(() => readDocument(folder)).toThrow(`${folder} is a folder.`);
});

test.each(["./missing.yaml", "/missing/pets.json", "missing", "C:\\missing.yaml"])(
  "says that the file %s does not exist",
  (given) => {
    expect(() => readDocument(given)).toThrow(
      `The file ${given} does not exist. Give the path of an OpenAPI document, or a URL that starts with https://.`,
    );
  },
);
