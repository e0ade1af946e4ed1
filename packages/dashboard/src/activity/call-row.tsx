import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { CallEntry } from "toolshed/api";
import { duration } from "../ui/duration.ts";
import { Time } from "../ui/time.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { prettyArguments } from "./pretty-arguments.ts";

export function CallRow({ call, who }: { call: CallEntry; who: string | undefined }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { at, path, outcome, via, durationMs } = call;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left text-sm -outline-offset-2 hover:bg-hover md:grid-cols-[1rem_minmax(0,1fr)_10rem_8rem_5rem_7rem]"
      >
        <ChevronRight
          className={`size-4 text-quiet transition-transform ${open ? "rotate-90" : ""}`}
          aria-hidden
        />
        <code className="truncate font-medium">{path}</code>
        <span className="justify-self-start max-md:justify-self-end">
          <OutcomeBadge outcome={outcome} />
        </span>
        <span className="truncate text-quiet max-md:col-start-2">{who ? `${who}, ${via}` : via}</span>
        <span className="text-right text-quiet tabular-nums max-md:hidden">
          {hasEnded(outcome) && duration(durationMs)}
        </span>
        <span className="text-right text-quiet">
          <Time at={at} />
        </span>
      </button>
      {open && <Detail id={id} call={call} />}
    </li>
  );
}

const hasEnded = (outcome: string) => outcome !== "started" && outcome !== "unknown";

function Detail({ id, call }: { id: string; call: CallEntry }) {
  const facts = [
    ["When", new Date(call.at).toLocaleString("en")],
    ...(hasEnded(call.outcome) ? [["Duration", duration(call.durationMs)] as const] : []),
    ["Through", call.via],
    ["Client", call.client],
    ...(hasEnded(call.outcome)
      ? [["Result", `${call.resultBytes.toLocaleString("en")} bytes`] as const]
      : []),
    ...(call.connection === null ? [] : [["Connection", call.connection] as const]),
  ] as const;
  return (
    <div id={id} className="flex flex-col gap-3 border-t border-line bg-sunken px-4 py-3 text-sm sm:pl-11">
      {call.outcome === "unknown" && (
        <p>The gateway stopped while this call ran. Check what it did before you repeat it.</p>
      )}
      {call.note !== null && <p>{call.note}</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-col">
            <dt className="text-xs text-quiet">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className="text-xs text-quiet">Arguments</p>
        <pre className="mt-1 text-[0.8125rem] break-words whitespace-pre-wrap">
          {prettyArguments(call.arguments)}
        </pre>
      </div>
      <Link
        to="/tools/$path"
        params={{ path: call.path }}
        search={{}}
        className="w-fit text-accent underline"
      >
        Open the tool
      </Link>
    </div>
  );
}
