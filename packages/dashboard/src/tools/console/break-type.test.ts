import { expect, test } from "vitest";
import { breakType } from "./break-type.ts";

test("keeps a short type on one line", () => {
  expect(breakType("(args: { title: string; limit?: number }) => { id: string }[]")).toBe(
    "(args: { title: string; limit?: number }) => { id: string }[]",
  );
});

test("gives each property of a long object a line", () => {
  const type =
    '(args: { title: string; "a; }": "{ b; \\" c }" | null; target: ({ id: string } | { address: string; port?: number; protocol?: string; path?: string; query?: string })[]; … }) => { id: string }';
  expect(breakType(type)).toBe(`(args: {
  title: string;
  "a; }": "{ b; \\" c }" | null;
  target: ({ id: string } | {
    address: string;
    port?: number;
    protocol?: string;
    path?: string;
    query?: string;
  })[];
  …;
}) => { id: string }`);
});

test("keeps what it can't read", () => {
  for (const type of [`{ a: ${"x".repeat(80)}`, `${"x".repeat(80)} } => 1`, `"${"x".repeat(80)}`])
    expect(breakType(type)).toBe(type);
});
