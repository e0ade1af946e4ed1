import type { ConsentAnswer } from "toolshed/api";
import { expect, test } from "vitest";
import { firstTerms, reachOf, toBody } from "./terms.ts";

const source = (id: string, providers: string[] = []) => ({
  id,
  name: id,
  toolCount: 10,
  readOnlyCount: 6,
  destructiveCount: 1,
  providers,
});
const sources = [source("mail", ["google"]), source("notes"), source("files", ["google"])];
const terms = { readOnly: false, approval: "host", without: new Set<string>() } as const;

test("starts with the person's earlier choice", () => {
  const before = { readOnly: true, approval: "ask", sources: ["mail", "notes"] };
  expect(firstTerms({ before, sources } as unknown as ConsentAnswer)).toEqual({
    readOnly: true,
    approval: "ask",
    without: new Set(["files"]),
  });
  const everything = { before: { readOnly: false, approval: "host" }, sources };
  expect(firstTerms(everything as unknown as ConsentAnswer).without).toEqual(new Set());
});

test("counts what the client will reach", () => {
  const counted = sources as unknown as ConsentAnswer["sources"];
  expect(reachOf(counted, { ...terms, without: new Set(["mail"]) })).toEqual({
    toolCount: 20,
    changingCount: 8,
    destructiveCount: 2,
    providers: ["google"],
  });
  expect(reachOf(counted, { ...terms, readOnly: true })).toMatchObject({
    toolCount: 18,
    changingCount: 0,
    destructiveCount: 0,
  });
});

test("allows only the chosen sources, or all including later ones if none is excluded", () => {
  const counted = sources as unknown as ConsentAnswer["sources"];
  expect(toBody("q", counted, { ...terms, without: new Set(["files"]) })).toEqual({
    query: "q",
    accept: true,
    readOnly: false,
    approval: "host",
    sources: ["mail", "notes"],
  });
  expect(toBody("q", counted, terms)).not.toHaveProperty("sources");
});
