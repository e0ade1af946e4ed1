import type { MountedView } from "@toolshed/apps/host";
import { useEffect, useState } from "react";
import { plural } from "../../ui/plural.ts";

/** A View may offer any number, and nobody reads a longer list. */
const mostShown = 50;
const longestName = 100;
const longestDescription = 500;

/** The tools that an open View offers: they come and go with what is on screen. */
export function AppTools({ view }: { view: MountedView }) {
  const [tools, setTools] = useState(view.tools);
  useEffect(() => {
    setTools(view.tools);
    view.addEventListener("tools", setTools);
    return () => view.removeEventListener("tools", setTools);
  }, [view]);
  if (tools.length === 0) return null;
  return (
    <section aria-label="Tools of the View" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">Tools of the View</h3>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {tools.slice(0, mostShown).map(({ name, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique
          <li key={index} className="flex flex-wrap gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <code className="font-medium break-all">{name.slice(0, longestName)}</code>
            {description && (
              <span className="min-w-0 text-quiet">{description.slice(0, longestDescription)}</span>
            )}
          </li>
        ))}
      </ul>
      {tools.length > mostShown && (
        <p className="text-sm text-quiet">… and {plural(tools.length - mostShown, "more tool")}</p>
      )}
    </section>
  );
}
