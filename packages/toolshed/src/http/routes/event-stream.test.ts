import { Hono } from "hono";
import { expect, test } from "vitest";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { createEventStream } from "./event-stream.ts";

test("a person has so many streams at a time, and all together so many; one that ends makes room", async () => {
  const ending = new AbortController();
  const eventStream = createEventStream(ending.signal, { perPerson: 2, total: 3 });
  const app = new Hono<ApiEnvironment>().get("/:userId", (context) => {
    context.set("caller", { userId: context.req.param("userId") } as never);
    return eventStream(context, async (stream, signal) => {
      await stream.write(": open\n\n");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
  });
  const open = async (userId: string) => {
    const response = await app.request(`/${userId}`);
    const reader = response.body?.getReader();
    await reader?.read();
    return { status: response.status, close: () => reader?.cancel() };
  };
  const first = await open("ann");
  expect([first.status, (await open("ann")).status]).toEqual([200, 200]);
  const refused = await app.request("/ann");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toBe(
    "You have 2 live streams open, which is the limit. Close one, such as a dashboard tab.",
  );
  expect((await open("bob")).status).toBe(200);
  expect((await open("cid")).status).toBe(503);
  await first.close();
  await expect.poll(async () => (await open("ann")).status).toBe(200);
  ending.abort();
});
