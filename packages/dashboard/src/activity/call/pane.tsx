import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect } from "react";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { showFailure } from "../../ui/toast/show-failure.ts";

export interface PaneProps {
  title: string;
  /** Below the title. */
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** What was opened in the list: beside it on a wide screen, in its place on a narrow one. */
export function Pane({ title, facts, actions, children }: PaneProps) {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${title} · Activity · Toolshed`;
  }, [title]);
  function press(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    navigate({ to: "/activity", search: true, resetScroll: false }).catch(showFailure);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from every control in it.
    <div
      onKeyDown={press}
      className="relative flex min-w-0 flex-col gap-6 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto xl:rounded-xl xl:border xl:border-line xl:bg-card xl:p-5"
    >
      <header className="flex flex-col gap-3">
        <Link
          to="/activity"
          search
          resetScroll={false}
          className="inline-flex w-fit items-center gap-1.5 text-sm text-quiet hover:text-ink xl:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden /> All calls
        </Link>
        <div className="flex items-start justify-between gap-3">
          <h1 tabIndex={-1} className="min-w-0 text-lg font-semibold break-words">
            {title}
          </h1>
          <Link
            to="/activity"
            search
            resetScroll={false}
            aria-label="Close"
            className="-mt-0.5 -mr-1 flex size-8 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink max-xl:hidden"
          >
            <X className="size-4" aria-hidden />
          </Link>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-quiet">{facts}</div>
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <CopyButton text={location.origin + location.pathname} label="Copy link" />
        </div>
      </header>
      {children}
    </div>
  );
}
