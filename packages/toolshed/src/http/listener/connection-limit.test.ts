import { expect, test } from "vitest";
import { createConnectionLimit } from "./connection-limit.ts";

function open() {
  const clock = { now: 0 };
  const limit = createConnectionLimit(
    (address) => address === "127.0.0.1",
    () => clock.now,
  );
  /** How many of so many connections are accepted. */
  const connect = (address: string, count: number) =>
    Array.from({ length: count }, () => limit.take(address)).filter(Boolean).length;
  return { clock, connect };
}

test("an address opens 500 connections in a burst and 100 in each second after it", () => {
  const { clock, connect } = open();
  expect(connect("203.0.113.5", 600)).toBe(500);
  expect(connect("203.0.113.6", 600)).toBe(500);
  clock.now = 1_000;
  expect(connect("203.0.113.5", 600)).toBe(100);
  clock.now = 60_000;
  expect(connect("203.0.113.5", 600)).toBe(500);
});

test("this machine and proxies are not limited", () => {
  const { connect } = open();
  expect(connect("127.0.0.1", 600)).toBe(600);
});
