import { expect, test } from "vitest";
import { createSignInLimit } from "./sign-in-limit.ts";

const minuteMs = 60_000;

function setUp() {
  const clock = { now: 1_000 };
  const limit = createSignInLimit(() => clock.now);
  const attempts = (count: number, account: (index: number) => string, address: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => limit.attempt(account(index), address(index)));
  return { clock, limit, attempts };
}

test("an account can be tried ten times in a quarter of an hour, from wherever", () => {
  const { clock, limit, attempts } = setUp();
  expect(attempts(10, () => "Ann@example.com", String)).toEqual(Array(10).fill(0));
  expect(limit.attempt("ann@EXAMPLE.com", "another")).toBe(15 * minuteMs);
  expect(limit.attempt("bob@example.com", "another")).toBe(0);
  clock.now += 14 * minuteMs;
  expect(limit.attempt("ann@example.com", "another")).toBe(minuteMs);
  clock.now += minuteMs;
  expect(limit.attempt("ann@example.com", "another")).toBe(0);
});

test("an address can try fifty times, at whatever account", () => {
  const { attempts, limit } = setUp();
  expect(attempts(50, String, () => "10.0.0.1")).toEqual(Array(50).fill(0));
  expect(limit.attempt("new@example.com", "10.0.0.1")).toBe(15 * minuteMs);
  expect(limit.attempt("new@example.com", "10.0.0.2")).toBe(0);
});

test("the right password takes back the attempts at its account", () => {
  const { attempts, limit } = setUp();
  attempts(10, () => "ann@example.com", String);
  limit.forgive("Ann@example.com");
  expect(limit.attempt("ann@example.com", "x")).toBe(0);
});

test("a flood of made-up accounts does not fill the memory, and drops the oldest first", () => {
  const { attempts, limit } = setUp();
  attempts(10, () => "first@example.com", String);
  attempts(30_000, String, String);
  expect(limit.attempt("first@example.com", "x")).toBe(0);
});
