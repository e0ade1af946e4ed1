import { Hono } from "hono";
import { expect, test } from "vitest";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";

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

test("a stream ends soon after its person signed out or got another role, and with its time", async () => {
  const signedIn = new Set(["ann", "bob"]);
  const ending = new AbortController();
  const limits = { perPerson: 2, total: 3, checkMs: 5 };
  const isCurrent = async ({ userId }: { userId: string }) => signedIn.has(userId);
  const open = async (userId: string, eventStream: EventStream) => {
    const app = new Hono<ApiEnvironment>().get("/", (context) => {
      context.set("caller", { userId } as never);
      return eventStream(context, async (stream, signal) => {
        await stream.write(": open\n\n");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
    });
    const reader = (await app.request("/")).body?.getReader();
    await reader?.read();
    let isOpen = true;
    const ended = reader?.read().then(() => {
      isOpen = false;
    });
    return { ended, isOpen: () => isOpen };
  };
  const checked = createEventStream(ending.signal, { ...limits, isCurrent });
  const [ann, bob] = [await open("ann", checked), await open("bob", checked)];
  signedIn.delete("ann");
  await ann.ended;
  expect(bob.isOpen()).toBe(true);
  const brief = await open("cid", createEventStream(ending.signal, { ...limits, maxMs: 5 }));
  await brief.ended;
  ending.abort();
});
