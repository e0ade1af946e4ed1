import type { Note } from "./note.ts";
import { create } from "./page.ts";

const TINTS = 6;

export interface CardEvents {
  /** A card was selected with the keyboard, or none is selected any more. */
  select(id: string | undefined): void;
  /** A card was clicked, or opened with Enter. */
  open(id: string): void;
}

export interface CardState {
  selectedId: string | undefined;
  /** Whether a note has changes that are not saved. */
  isUnsaved(id: string): boolean;
  formatDate(date: string): string;
}

/** The notes as cards: a listbox in which the arrow keys move the selection. */
export class Cards {
  readonly #element: HTMLElement;
  readonly #events: CardEvents;

  constructor(element: HTMLElement, events: CardEvents) {
    this.#element = element;
    this.#events = events;
    element.addEventListener("click", ({ target }) => {
      const id = idOf((target as Element).closest<HTMLElement>(".card"));
      if (id !== undefined) events.open(id);
    });
    element.addEventListener("keydown", (event) => this.#press(event));
  }

  render(notes: readonly Note[], state: CardState): void {
    const focused = this.#isFocused ? idOf(document.activeElement) : undefined;
    const cards = notes.map((note) => toCard(note, state));
    const reachable = cards.find((card) => idOf(card) === (state.selectedId ?? focused)) ?? cards[0];
    if (reachable) reachable.tabIndex = 0;
    this.#element.replaceChildren(...cards);
    this.#element.hidden = cards.length === 0;
    if (focused !== undefined) this.focus(focused);
  }

  /** Moves the focus to a card, or to the first one. */
  focus(id?: string): void {
    const card = this.#cards.find((candidate) => idOf(candidate) === id) ?? this.#cards[0];
    card?.focus();
  }

  get #cards(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>(".card")];
  }

  get #isFocused(): boolean {
    return this.#element.contains(document.activeElement);
  }

  #press(event: KeyboardEvent): void {
    const cards = this.#cards;
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const id = idOf(cards[at]);
    if (id === undefined) return;
    const next = this.#target(event.key, at, cards.length);
    if (next !== undefined) {
      const card = cards[Math.max(0, Math.min(next, cards.length - 1))];
      card?.focus();
      this.#events.select(idOf(card));
    } else if (event.key === "Enter") this.#events.open(id);
    else if (event.key === " ") this.#events.select(id);
    else if (event.key === "Escape") this.#events.select(undefined);
    else return;
    event.preventDefault();
  }

  #target(key: string, at: number, count: number): number | undefined {
    if (key === "ArrowRight") return at + 1;
    if (key === "ArrowLeft") return at - 1;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
    const columns = getComputedStyle(this.#element).gridTemplateColumns.split(" ").length;
    const next = key === "ArrowDown" ? at + columns : at - columns;
    return next < 0 || next >= count ? at : next;
  }
}

function toCard(note: Note, { selectedId, isUnsaved, formatDate }: CardState): HTMLElement {
  const card = create("div", "card");
  card.dataset.note = note.id;
  card.dataset.tint = String(tintOf(note.id));
  card.role = "option";
  card.tabIndex = -1;
  card.ariaSelected = String(note.id === selectedId);
  const foot = create("p", "foot", formatDate(note.createdAt));
  if (isUnsaved(note.id)) foot.append(create("span", "badge", "Unsaved"));
  card.append(create("p", "title", note.title), create("p", "text", note.text), foot);
  return card;
}

function tintOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % TINTS;
}

function idOf(card: Element | null | undefined): string | undefined {
  return (card as HTMLElement | null | undefined)?.dataset.note;
}
