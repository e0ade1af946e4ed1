import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
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

test("strangers who use up an account's attempts do not keep its person out of a browser they have signed in with", async () => {
  const { attempt } = createSignInLimit(inMemory);
  const browsers = createKnownBrowsers("key");
  const kept = browsers.create("Ann@example.com");
  const known = browsers.idOf("ann@example.com", kept);
  await times(21, (index) => attempt("ann@example.com", `${index}`));
  expect(await attempt("ann@example.com", "10.0.0.1")).toBeGreaterThan(0);
  expect(new Set(await times(20, () => attempt("ann@example.com", "10.0.0.1", known)))).toEqual(
    new Set([undefined]),
  );
  // Who has the browser can guess no faster.
  expect(await attempt("ann@example.com", "10.0.0.1", known)).toBeGreaterThan(14 * 60_000);
});

test("a browser is known for the person who has signed in there, and cannot be made up", () => {
  const browsers = createKnownBrowsers("key");
  const kept = browsers.create("ann@example.com");
  expect(browsers.idOf("ann@example.com", kept)).toBe(kept.split(".")[0]);
  const [id, signature] = kept.split(".");
  for (const other of [
    undefined,
    "",
    id,
    `${id}.`,
    `x${id}.${signature}`,
    createKnownBrowsers("other").create("ann@example.com"),
  ])
    expect(browsers.idOf("ann@example.com", other)).toBeUndefined();
  expect(browsers.idOf("bob@example.com", kept)).toBeUndefined();
});
