import { useApp, useAppTool, useCallServerTool, useHostStyles, useToolResult } from "@toolshed/apps/react";
import { useState } from "react";
import type { Article } from "./article.ts";

/** The reading list, inside an `<AppProvider>`. */
export function View() {
  const { app } = useApp();
  useHostStyles(app);
  const { result } = useToolResult<{ articles: Article[] }>();
  return (
    <main>
      <h1>Reading list</h1>
      {result === undefined ? (
        <p role="status">Loading…</p>
      ) : result.isError ? (
        <p role="alert">The list couldn't be loaded.</p>
      ) : (
        <Articles articles={result.structuredContent?.articles ?? []} />
      )}
    </main>
  );
}

function Articles({ articles }: { articles: Article[] }) {
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(new Set());
  const [highlightedId, setHighlightedId] = useState<unknown>();
  // The same tool that the model calls.
  const { call, error, isPending } = useCallServerTool("reading.mark_read");

  // A tool of the View: the model can point at an article while the person looks at the list.
  useAppTool(
    {
      name: "highlight_article",
      description: "Highlight an article in the list that the person sees.",
      inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    },
    ({ id }) => {
      const article = articles.find((candidate) => candidate.id === id);
      if (!article) return { content: [{ type: "text", text: "No article with this id" }], isError: true };
      setHighlightedId(id);
      return { content: [{ type: "text", text: `Highlighted "${article.title}"` }] };
    },
  );

  async function markRead(id: string): Promise<void> {
    const result = await call({ id }).catch(() => undefined);
    if (result && !result.isError) setReadIds((ids) => new Set(ids).add(id));
  }

  const isUnread = ({ id, isRead }: Article) => !isRead && !readIds.has(id);
  return (
    <>
      <p role="status">
        {error
          ? `Couldn't mark the article as read: ${error.message}`
          : `${articles.filter(isUnread).length} of ${articles.length} to read`}
      </p>
      <ul>
        {articles.map((article) => (
          <li key={article.id} className={article.id === highlightedId ? "highlighted" : undefined}>
            {article.title}
            {isUnread(article) && (
              <button type="button" disabled={isPending} onClick={() => markRead(article.id)}>
                Mark as read
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
