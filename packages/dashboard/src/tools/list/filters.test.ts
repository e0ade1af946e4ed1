import { expect, test } from "vitest";
import { readFilters, toggleKind, toQuery } from "./filters.ts";

test("queries the source and the known kinds that the address names", () => {
  const filters = readFilters({ source: "mail", kind: "read-only,nonsense,quarantined" });
  expect(toQuery(filters)).toEqual({ source: "mail", kind: "quarantined,read-only" });
  expect(toQuery(readFilters({}))).toEqual({ source: undefined, kind: undefined });
});

test("keeps the other kinds when one is switched", () => {
  expect(toggleKind(["quarantined"], "destructive")).toEqual(["quarantined", "destructive"]);
  expect(toggleKind(["quarantined", "destructive"], "quarantined")).toEqual(["destructive"]);
});
