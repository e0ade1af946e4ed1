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

test("shows the list in a View that is one file", async () => {
  const { html } = await testPlugin(plugin).view("reading.list");
  expect(html).toContain("<title>Reading list</title>");
  expect(html).not.toMatch(/<(script|link)[^>]+(src|href)=/);
});
