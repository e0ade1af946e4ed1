import { useSyncExternalStore } from "react";

/** A permission of the browser holds for the whole site: whether this dashboard uses it is a choice of its own. */
const storageKey = "toolshed-notify";
const listeners = new Set<() => void>();

export type NotifyState = "unsupported" | "blocked" | "off" | "on";

function read(): NotifyState {
  if (!("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(storageKey) === "on" ? "on" : "off";
}

function set(next: "on" | "off"): void {
  localStorage.setItem(storageKey, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifications about calls that wait for approval. They are asked for when a person turns them on, never before. */
export const notifications = {
  async turnOn(): Promise<void> {
    await Notification.requestPermission();
    set("on");
  },
  turnOff: () => set("off"),
  show(count: number, open: () => void): void {
    if (read() !== "on") return;
    const title = count === 1 ? "A call waits for your approval" : `${count} calls wait for your approval`;
    // The same tag: a later one replaces it.
    const shown = new Notification(title, { tag: "toolshed-approvals", icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  },
};

export const useNotifyState = (): NotifyState => useSyncExternalStore(subscribe, read);
