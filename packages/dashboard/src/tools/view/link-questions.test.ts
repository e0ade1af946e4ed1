import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLinkQuestions, type LinkQuestion } from "./link-questions.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const shown: (LinkQuestion | undefined)[] = [];
  const ask = createLinkQuestions((question) => shown.push(question));
  const { signal } = new AbortController();
  return { shown, ask: (url: string, until = signal) => ask(url, until) };
}

test("asks about one link at a time and refuses the others", async () => {
  const { shown, ask } = setUp();
  const first = ask("https://a.example/");
  const others = await Promise.all(Array.from({ length: 250 }, () => ask("https://b.example/")));
  expect(new Set(others)).toEqual(new Set([false]));
  expect(shown).toMatchObject([{ url: "https://a.example/" }]);
  shown[0]?.answer(true);
  expect(await first).toBe(true);
  expect(shown).toHaveLength(2);
  expect(shown[1]).toBeUndefined();
});

test("asks at most five times a minute", async () => {
  const { shown, ask } = setUp();
  const askAndRefuse = async () => {
    const answer = ask("https://a.example/");
    shown.at(-1)?.answer(false);
    return answer;
  };
  for (let count = 0; count < 20; count++) expect(await askAndRefuse()).toBe(false);
  expect(shown.filter(Boolean)).toHaveLength(5);
  vi.advanceTimersByTime(60_000);
  await askAndRefuse();
  expect(shown.filter(Boolean)).toHaveLength(6);
});

test("asks no longer once the View is gone", async () => {
  const { shown, ask } = setUp();
  const leaving = new AbortController();
  const answer = ask("https://a.example/", leaving.signal);
  leaving.abort();
  expect(await answer).toBe(false);
  expect(shown.at(-1)).toBeUndefined();
});
