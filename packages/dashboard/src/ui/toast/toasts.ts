export interface ToastText {
  readonly title: string;
  readonly description?: string;
}

type Show = (toast: ToastText) => void;

const waiting: ToastText[] = [];
const listeners = new Set<() => void>();
let show: Show | undefined;

/** Says, in a corner, what has just happened. */
export const toasts = {
  add(toast: ToastText): void {
    if (show) show(toast);
    else waiting.push(toast);
    for (const listener of listeners) listener();
  },
  /** Whether there has been one, which is when the list is needed. */
  isNeeded: (): boolean => waiting.length > 0 || show !== undefined,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Hands every toast to the list, including those from before it was loaded. */
  showWith(next: Show): () => void {
    show = next;
    for (const toast of waiting.splice(0)) next(toast);
    return () => {
      show = undefined;
    };
  },
};
