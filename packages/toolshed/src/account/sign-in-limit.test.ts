import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

const inMemory = { dialect: "sqlite" } as Store;
const times = (count: number, action: (index: number) => Promise<number | undefined>) =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

test("an account can be tried twenty times in a quarter of an hour, from wherever", async () => {
  const { attempt } = createSignInLimit(inMemory);
  expect(new Set(await times(20, (index) => attempt("Ann@example.com", `${index}`)))).toEqual(
    new Set([undefined]),
  );
  expect(await attempt("ann@EXAMPLE.com", "another")).toBeGreaterThan(14 * 60_000);
  expect(await attempt("bob@example.com", "another")).toBeUndefined();
});

test("an address can try a hundred times, at whatever account", async () => {
  const { attempt } = createSignInLimit(inMemory);
  await times(100, (index) => attempt(`${index}@example.com`, "10.0.0.1"));
  expect(await attempt("new@example.com", "10.0.0.1")).toBeGreaterThan(14 * 60_000);
  expect(await attempt("new@example.com", "10.0.0.2")).toBeUndefined();
});
