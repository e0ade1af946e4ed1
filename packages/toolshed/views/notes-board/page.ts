/** An element of `index.html`. */
export function find<Type extends HTMLElement = HTMLElement>(id: string): Type {
  return document.getElementById(id) as Type;
}

/** A new element. Everything in a note is someone's text, so it is set as text and never as HTML. */
export function create(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

export function onClick(id: string, run: () => void): void {
  find(id).addEventListener("click", run);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
