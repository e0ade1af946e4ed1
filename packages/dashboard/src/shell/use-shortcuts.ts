import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { showFailure } from "../ui/toast/show-failure.ts";
import { pages } from "./pages.ts";

const sequenceMs = 1_500;

/**
 * Ctrl or Command and "k" opens the palette. "?" lists the shortcuts, "/" goes to the search, "g" and a letter to a page:
 * none of these works while one types.
 */
export function useShortcuts(onList: () => void, onSearch: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAt = 0;
    function press(event: KeyboardEvent) {
      if (isPaletteKey(event)) {
        event.preventDefault();
        onSearch();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp - wentAt < sequenceMs && wentAt > 0;
      wentAt = event.key === "g" ? event.timeStamp : 0;
      const page = isSecond && pages.find(({ key }) => key === event.key);
      if (page) navigate({ to: page.to }).catch(showFailure);
      else if (event.key === "?") onList();
      else if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-search]")?.focus();
      }
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate, onList, onSearch]);
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null;
}
