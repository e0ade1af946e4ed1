/** What `set-highlight` marked. It stays when the cards are drawn again. */
export class Highlights {
  readonly #colors = new Map<string, string>();

  /** Returns what is wrong, if anything. */
  set(selector: unknown, color: unknown): string | undefined {
    if (typeof selector !== "string" || typeof color !== "string") return "Give a selector and a color.";
    if (!CSS.supports("color", color)) return `Not a CSS color: ${color}`;
    const element = query(selector);
    if (!element) return `No element matches ${selector}`;
    this.#colors.set(selector, color);
    this.apply();
    element.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  clear(): void {
    this.#colors.clear();
    this.apply();
  }

  apply(): void {
    for (const element of document.querySelectorAll<HTMLElement>("[data-highlight]")) {
      delete element.dataset.highlight;
      element.style.removeProperty("--highlight");
    }
    for (const [selector, color] of this.#colors) {
      const element = query(selector);
      if (!element) continue;
      element.dataset.highlight = "";
      element.style.setProperty("--highlight", color);
    }
  }
}

function query(selector: string): HTMLElement | null {
  try {
    return document.body.querySelector<HTMLElement>(selector);
  } catch {
    return null;
  }
}
