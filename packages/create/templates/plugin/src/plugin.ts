import { randomUUID } from "node:crypto";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const article = z.object({ id: z.string(), title: z.string(), url: z.string(), isRead: z.boolean() });

export default definePlugin({
  id: "reading",
  name: "Reading list",
  description: "Articles to read later",
  tools: {
    // Keys make the path: this tool is reading.add.
    add: defineTool({
      name: "Add an article",
      description: "Add an article to the reading list.",
      inputSchema: z.object({ title: z.string().min(1).max(200), url: z.url() }),
      outputSchema: article,
      async handler(ctx, { title, url }) {
        const added = { id: randomUUID(), title, url, isRead: false };
        await ctx.store.set(added.id, added);
        return added;
      },
    }),
    list: defineTool({
      name: "List articles",
      description: "List the articles on the reading list.",
      inputSchema: z.object({ unreadOnly: z.boolean().default(false) }),
      outputSchema: z.object({ articles: z.array(article) }),
      readOnly: true,
      async handler(ctx, { unreadOnly }) {
        const stored = await ctx.store.list();
        const articles = stored.map(({ value }) => article.parse(value));
        return { articles: articles.filter(({ isRead }) => !unreadOnly || !isRead) };
      },
    }),
    mark_read: defineTool({
      name: "Mark an article as read",
      description: "Mark an article on the reading list as read.",
      inputSchema: z.object({ id: z.string() }),
      outputSchema: article,
      async handler(ctx, { id }) {
        const found = article.safeParse(await ctx.store.get(id));
        if (!found.success) throw new Error(`No article with the id "${id}". List the articles first.`);
        const updated = { ...found.data, isRead: true };
        await ctx.store.set(id, updated);
        return updated;
      },
    }),
  },
});
