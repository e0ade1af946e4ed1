import { expect, test } from "vitest";
import { createRequestLimit } from "./limit-requests.ts";

/** Makes this many requests, which end when they are told to. */
function makeRequests(count: number, signal?: AbortSignal) {
  const limit = createRequestLimit();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const answers = Array.from({ length: count }, (_, index) => {
    const answer = limit(() => {
      begun.push(index);
      return new Promise<number>((resolve) => ends.push(() => resolve(index)));
    }, signal);
    answer.catch(() => {});
    return answer;
  });
  return { begun, ends, answers };
}

test("makes four requests at a time, and the others in their order", async () => {
  const { begun, ends, answers } = makeRequests(6);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  expect(await answers[2]).toBe(2);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test("lets 100 requests wait and refuses the rest", async () => {
  const { answers, ends } = makeRequests(1_000);
  const refused = await Promise.allSettled(answers.slice(104));
  expect(refused).toHaveLength(896);
  for (const one of refused) {
    expect(one).toMatchObject({ status: "rejected", reason: { code: -32_000 } });
  }
  for (let made = 0; made < 104; made++) {
    await expect.poll(() => ends.length).toBeGreaterThan(made);
    ends[made]?.();
  }
  expect(await Promise.all(answers.slice(0, 104))).toHaveLength(104);
});

test("does not make those that were cancelled while they waited", async () => {
  const leaving = new AbortController();
  const { answers, begun, ends } = makeRequests(50, leaving.signal);
  leaving.abort();
  for (const end of ends) end();
  const ended = await Promise.allSettled(answers);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(46);
  expect(begun).toHaveLength(4);
});
