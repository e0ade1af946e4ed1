import * as results from "@toolshed/show";
import * as chart from "@toolshed/show/chart";
import * as form from "@toolshed/show/form";
import * as markdown from "@toolshed/show/markdown";

const stage = () => document.getElementById("stage") as HTMLElement;

const page = {
  ...results,
  ...form,
  /** What the page was asked for. */
  asked: [] as string[],
  options: {
    load: { chart: async () => chart, markdown: async () => markdown },
    openLink: (url: string) => {
      page.asked.push(url);
    },
    readResource: async (uri: string) => ({
      contents: [{ uri, mimeType: "text/plain", text: `text of ${uri}` }],
    }),
  },
  form: undefined as form.SchemaForm | undefined,
  saved: [] as string[],
  savedAs: [] as string[],
  save(name: string, _type: string, text: string): void {
    page.savedAs.push(name);
    page.saved.push(text);
  },

  put(...elements: HTMLElement[]): void {
    stage().replaceChildren(...elements);
  },

  /** Opens everything that is closed, as a person could. */
  async expand(): Promise<void> {
    for (let round = 0; round < 30; round++) {
      const waiting = stage().querySelectorAll("[aria-busy]").length;
      const closed = [
        ...stage().querySelectorAll<HTMLElement>("details:not([open]) > summary"),
        ...stage().querySelectorAll<HTMLElement>('[aria-expanded="false"] > .show-line'),
        ...[...stage().querySelectorAll<HTMLElement>("button")].filter((it) =>
          /^Show (all|[\d,]+ more)/.test(it.textContent ?? ""),
        ),
      ];
      if (closed.length === 0 && waiting === 0) return;
      for (const it of closed) it.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  },
};

declare global {
  var show: typeof page;
}
globalThis.show = page;
