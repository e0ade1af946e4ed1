import { expect, onTestFinished, test, vi } from "vitest";
import { ClientNames } from "./client-names.ts";

test("keeps a hundred names of each person an hour, and calls the rest by one", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const names = new ClientNames();
  const named = Array.from({ length: 150 }, (_, at) => names.of("ann", `client ${at}`));
  expect(new Set(named).size).toBe(101);
  expect(names.of("ann", "client 0")).toBe("client 0");
  expect(names.of("ann", "client 149")).toBe("other clients");
  expect(names.of("bob", "client 149")).toBe("client 149");
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect(names.of("ann", "client 149")).toBe("client 149");
});
