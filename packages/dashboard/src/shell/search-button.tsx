import { Search } from "lucide-react";

/** How the key beside a letter is called here. */
export const commandKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** Opens the command palette. */
export function SearchButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex h-9 items-center gap-2.5 rounded-md border border-line bg-card px-2.5 text-sm text-quiet hover:bg-hover hover:text-ink"
    >
      <Search className="size-4 shrink-0" aria-hidden />
      <span className="grow text-left max-lg:sr-only">Search</span>
      <kbd aria-hidden className="font-mono text-xs max-lg:hidden">
        {commandKey} K
      </kbd>
    </button>
  );
}
