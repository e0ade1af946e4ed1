/** Where a showing is. When it is ready, the strip only appears if there are notes. */
export type StripState = "loading" | "waiting" | "ready" | "failed" | "ended";

export interface Action {
  label: string;
  run(): void;
}

/**
 * The frame's own line above the inner View, which can't draw over it. Everything in it is set as text: names,
 * domains and errors come from others.
 */
export class Strip {
  /** Called when the strip's height may have changed. */
  onresize?: () => void;
  private readonly element: HTMLElement;
  private readonly text: HTMLElement;
  private readonly actions: HTMLElement;
  private readonly notes = new Map<string, HTMLElement>();
  private readonly dismissed = new Set<string>();
  private state: StripState = "loading";

  constructor(element: HTMLElement) {
    this.element = element;
    this.text = document.createElement("p");
    this.text.className = "state";
    this.actions = document.createElement("div");
    this.actions.className = "note";
    element.replaceChildren(this.text);
  }

  get height(): number {
    return Math.ceil(this.element.getBoundingClientRect().height);
  }

  show(state: StripState, text: string, actions: readonly Action[] = []): void {
    this.state = state;
    this.element.dataset.state = state;
    this.text.textContent = text;
    this.text.hidden = text === "";
    this.actions.replaceChildren(...actions.map(toButton));
    if (actions.length > 0) this.text.after(this.actions);
    else this.actions.remove();
    this.update();
  }

  /** Adds a note, or replaces the one with this key. A note that a person dismissed stays away. */
  note(key: string, text: string, actions: readonly Action[] = []): void {
    if (this.dismissed.has(key)) return;
    const note = this.notes.get(key) ?? document.createElement("div");
    note.className = "note";
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    const dismiss = { label: "Dismiss", run: () => this.dismiss(key) };
    note.replaceChildren(paragraph, ...[...actions, dismiss].map(toButton));
    this.notes.set(key, note);
    this.element.append(note);
    this.update();
  }

  /** Shows an element of the frame before everything else, so that nothing that appears later moves it. */
  hold(key: string, element: HTMLElement): void {
    this.notes.set(key, element);
    this.element.prepend(element);
    this.update();
  }

  clearNotes(): void {
    for (const note of this.notes.values()) note.remove();
    this.notes.clear();
    this.dismissed.clear();
    this.update();
  }

  removeNote(key: string): void {
    this.notes.get(key)?.remove();
    this.notes.delete(key);
    this.update();
  }

  private dismiss(key: string): void {
    this.dismissed.add(key);
    this.removeNote(key);
  }

  private update(): void {
    this.element.hidden = this.state === "ready" && this.notes.size === 0;
    this.onresize?.();
  }
}

function toButton({ label, run }: Action): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", run);
  return button;
}
