import { Link } from "@tanstack/react-router";
import type { MountedView } from "@toolshed/apps/host";
import type { LiveStatus } from "@toolshed/apps/live";
import { plainText } from "@toolshed/show/plain-text";
import { useEffect, useState } from "react";
import { CopyButton } from "../../ui/button/copy-button.tsx";
import { plural } from "../../ui/text/plural.ts";
import { ToolBadges } from "../tool-badges.tsx";
import { useLiveTools } from "./use-live-tools.ts";

/** Nobody reads a longer list, and a View may offer any number. */
const mostShown = 50;
const longestName = 100;
const longestDescription = 500;

export interface AppToolsProps {
  view: MountedView;
  handle: string;
  /** The View's title. */
  title: string;
}

/** The tools that an open View offers, and their paths in the catalog: they come and go with what is on screen. */
export function AppTools({ view, handle, title }: AppToolsProps) {
  const [tools, setTools] = useState(view.tools);
  const status = useLiveTools(view, handle, title);
  useEffect(() => {
    setTools(view.tools);
    view.addEventListener("tools", setTools);
    return () => view.removeEventListener("tools", setTools);
  }, [view]);
  if (tools.length === 0) return null;
  return (
    <section aria-label="Tools of the View" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">Tools of the View</h3>
      <p role="status" className="text-sm text-quiet">
        {status && stateTexts[status.state]}
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {tools.slice(0, mostShown).map(({ name, description, annotations }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique
          <li key={index} className="flex flex-col gap-1 px-3 py-2 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <code className="font-medium break-all">{name.slice(0, longestName)}</code>
              <ToolBadges tool={effectsOf(annotations?.readOnlyHint === true)} />
              {description && (
                <span className="min-w-0 text-quiet">
                  {plainText(description.slice(0, longestDescription))}
                </span>
              )}
            </div>
            <ToolPath path={status?.state === "open" ? status.paths?.[name] : undefined} />
          </li>
        ))}
      </ul>
      {tools.length > mostShown && (
        <p className="text-sm text-quiet">… and {plural(tools.length - mostShown, "more tool")}</p>
      )}
    </section>
  );
}

/** As the gateway sees a tool of a View: what isn't read-only may change data. */
const effectsOf = (readOnly: boolean) => ({
  readOnly,
  destructive: !readOnly,
  connected: true,
  view: false,
  appOnly: false,
});

const stateTexts: Record<LiveStatus["state"], string> = {
  idle: "",
  open: "In the catalog while this View is open.",
  reconnecting: "Reconnecting to the gateway…",
  elsewhere: "Another page shows this View, and has its tools in the catalog.",
  ended: "Not in the catalog: the View has expired. Run the tool again.",
};

function ToolPath({ path }: { path: string | undefined }) {
  // A tool may have the name of something that every object has.
  if (typeof path !== "string") return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* In a new tab: the tool is there only while this View is open. */}
      <Link
        to="/tools/$path"
        params={{ path }}
        search={{}}
        target="_blank"
        className="break-all text-accent underline"
      >
        <code>{path}</code>
        <span className="sr-only"> (opens in a new tab)</span>
      </Link>
      <CopyButton text={path} label="Copy path" />
    </div>
  );
}
