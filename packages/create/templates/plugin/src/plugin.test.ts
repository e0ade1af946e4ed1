import { testPlugin } from "@toolshed/sdk/testing";
import { expect, test } from "vitest";
import plugin from "./plugin.ts";

const link = { title: "Tools", url: "https://example.com/tools" };

test("adds an article and marks it as read", async () => {
  const reading = testPlugin(plugin);
  const added = (await reading.call("reading.add", link)) as { id: string };
  expect(await reading.call("reading.list", { unreadOnly: true })).toEqual({
    articles: [{ ...link, id: added.id, isRead: false }],
  });

  await reading.call("reading.mark_read", { id: added.id });
  expect(await reading.call("reading.list", { unreadOnly: true })).toEqual({ articles: [] });
});

test("rejects invalid arguments and unknown articles", async () => {
  const reading = testPlugin(plugin);
  await expect(reading.call("reading.add", { ...link, url: "tools" })).rejects.toThrow("url");
  await expect(reading.call("reading.mark_read", { id: "none" })).rejects.toThrow("No article");
});
