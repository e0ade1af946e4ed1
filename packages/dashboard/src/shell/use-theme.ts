import { useSyncExternalStore } from "react";

export const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
type Theme = (typeof themes)[number]["value"];

/** Where `theme.js` looks before the first paint. */
const storageKey = "toolshed-theme";
const listeners = new Set<() => void>();

const read = (): Theme =>
  themes.find(({ value }) => value === document.documentElement.dataset.theme)?.value ?? "system";

function set(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): [Theme, (theme: Theme) => void] => [useSyncExternalStore(subscribe, read), set];

const darkQuery = "(prefers-color-scheme: dark)";

function subscribeToBoth(listener: () => void) {
  const query = matchMedia(darkQuery);
  query.addEventListener("change", listener);
  const unsubscribe = subscribe(listener);
  return () => {
    query.removeEventListener("change", listener);
    unsubscribe();
  };
}

const readIsDark = () => read() === "dark" || (read() === "system" && matchMedia(darkQuery).matches);

/** Whether the page is dark, by choice or because the system is. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribeToBoth, readIsDark);
