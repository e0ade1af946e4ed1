import { Bell, BellOff } from "lucide-react";
import { notifications, useNotifyState } from "../shell/notifications.ts";
import { Button } from "../ui/button/button.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";

/** Turns the browser's notifications on and off. Nothing where the browser has none. */
export function NotifySwitch() {
  const state = useNotifyState();
  if (state === "unsupported") return null;
  if (state === "blocked") {
    return (
      <p className="max-w-64 text-sm text-quiet">
        Your browser blocks notifications from this site. Allow them in its settings.
      </p>
    );
  }
  return state === "on" ? (
    <Button onClick={notifications.turnOff}>
      <BellOff aria-hidden /> Stop notifying me
    </Button>
  ) : (
    <Button onClick={() => notifications.turnOn().catch(showFailure)}>
      <Bell aria-hidden /> Notify me
    </Button>
  );
}
