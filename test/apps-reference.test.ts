import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findUndocumented,
  listNames,
  readReference,
  renderReference,
} from "../scripts/make-apps-reference.mjs";
import { root } from "./fixtures/source-files.ts";

const reference = readReference();

test("every public name of @toolshed/apps has hover documentation", () => {
  expect(findUndocumented(reference)).toEqual([]);
});

test("the reference covers every promised export and the members that users set most", () => {
  const promised: Record<string, { values: string[]; types: string[] }> = JSON.parse(
    readFileSync(join(root, "test/public-api.json"), "utf8"),
  );
  const entries = Object.keys(promised).filter((file) => file.startsWith("packages/apps/"));
  const exported = entries.flatMap((file) => [
    ...(promised[file]?.values ?? []),
    ...(promised[file]?.types ?? []),
  ]);
  const found = reference.flatMap(({ items }) => items.map(({ name }) => name));
  expect(new Set(found)).toEqual(new Set(exported));

  const names = listNames(reference).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "@toolshed/apps App.constructor",
      "@toolshed/apps App.ontoolresult",
      "@toolshed/apps AppEventMap.toolresult",
      "@toolshed/apps McpUiOpenLinkRequest.params.url",
      "@toolshed/apps ProtocolWithEvents.addEventListener",
      "@toolshed/apps/app-bridge AppBridge.onopenlink",
      "@toolshed/apps/host MountedView.sendToolResult",
      "@toolshed/apps/react ServerToolCall.isPending",
    ]),
  );
});

test("docs/apps-reference.md is up to date", () => {
  const page = readFileSync(join(root, "docs/apps-reference.md"), "utf8");
  expect(page === renderReference(reference), "Run `npm run docs:apps` and commit the page").toBe(true);
});
