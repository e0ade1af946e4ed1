import { CloudOff } from "lucide-react";

const time = new Intl.DateTimeFormat("en", { timeStyle: "medium" });

/** Says how old the list is while the gateway is away, and what happens next. */
export function LostNotice({ at }: { at: number | undefined }) {
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-xl border border-line bg-warn-soft px-4 py-3 text-sm text-warn"
    >
      <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>
        <strong className="font-semibold">The gateway stopped.</strong>{" "}
        {at !== undefined && `The last update was at ${time.format(at)}. `}
        This page reconnects automatically and then adds the calls it missed.
      </p>
    </div>
  );
}
