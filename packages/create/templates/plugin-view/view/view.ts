import { App, applyDocumentTheme, applyHostStyleVariables, type McpUiHostContext } from "@toolshed/apps";
import type { Article } from "./article.ts";

/** Draws the reading list into an element. The returned App is not connected yet. */
export function createView(root: HTMLElement): App {
  const app = new App({ name: "reading-list", version: "0.1.0" });
  const heading = create("h1", "Reading list");
  const status = create("p", "Loading…");
  status.role = "status";
  const list = create("ul");
  root.replaceChildren(heading, status, list);

  let articles: Article[] = [];
  let highlightedId: unknown;

  function draw(): void {
    const unread = articles.filter(({ isRead }) => !isRead).length;
    status.textContent = `${unread} of ${articles.length} to read`;
    list.replaceChildren(...articles.map(toItem));
  }

  function toItem(article: Article): HTMLLIElement {
    const item = create("li", article.title);
    item.classList.toggle("highlighted", article.id === highlightedId);
    if (!article.isRead) {
      const button = create("button", "Mark as read");
      button.addEventListener("click", () => markRead(article));
      item.append(button);
    }
    return item;
  }

  async function markRead({ id }: Article): Promise<void> {
    try {
      // The same tool that the model calls.
      const result = await app.callServerTool({ name: "reading.mark_read", arguments: { id } });
      if (result.isError) throw new Error("the tool failed");
      articles = articles.map((article) => (article.id === id ? { ...article, isRead: true } : article));
      draw();
    } catch (error) {
      status.textContent = `Couldn't mark the article as read: ${(error as Error).message}`;
    }
  }

  // A tool of the View: the model can point at an article while the person looks at the list.
  app.registerTool(
    "highlight_article",
    {
      description: "Highlight an article in the list that the person sees.",
      inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    },
    ({ id }) => {
      const article = articles.find((candidate) => candidate.id === id);
      if (!article) return { content: [{ type: "text", text: "No article with this id" }], isError: true };
      highlightedId = id;
      draw();
      return { content: [{ type: "text", text: `Highlighted "${article.title}"` }] };
    },
  );

  app.ontoolresult = ({ isError, structuredContent }) => {
    if (isError) {
      status.textContent = "The list couldn't be loaded.";
      return;
    }
    articles = (structuredContent as { articles: Article[] }).articles;
    draw();
  };
  app.onhostcontextchanged = ({ theme, styles }: McpUiHostContext) => {
    if (theme) applyDocumentTheme(theme);
    applyHostStyleVariables(styles?.variables);
  };
  return app;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
