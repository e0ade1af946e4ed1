import { ShieldAlert } from "lucide-react";
import type { ToolAnswer } from "toolshed/api";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ToolBadges } from "./tool-badges.tsx";

export interface QuarantinedProps {
  tool: ToolAnswer;
  review: NonNullable<ToolAnswer["review"]>;
}

/** In place of a tool that an admin has to review before anyone can use it. */
export function Quarantined({ tool, review: { source, kind, details } }: QuarantinedProps) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <PageHeader title={tool.title} />
        <div className="flex flex-wrap items-center gap-2">
          <code className="text-sm break-all text-quiet">{tool.path}</code>
          <ToolBadges tool={{ ...tool, connected: true, quarantined: true }} />
        </div>
      </div>
      <section
        aria-label="Why this tool is quarantined"
        className="flex flex-col items-start gap-3 rounded-xl border border-line bg-card p-4"
      >
        <p className="flex items-center gap-2 font-medium">
          <ShieldAlert className="size-5 shrink-0 text-bad" aria-hidden />
          {kind === "new"
            ? "This tool is new and waits for a review"
            : "This tool has changed and waits for a review"}
        </p>
        <p className="max-w-2xl text-sm text-quiet">
          {kind === "new"
            ? `${source} added it after you last approved its tools.`
            : `${source} changed it after you last approved its tools.`}{" "}
          Agents can't see or call it until an admin approves it.
        </p>
        {details.length > 0 && (
          <ul aria-label="Changes" className="list-disc pl-5 text-sm">
            {details.map((detail) => (
              <li key={detail} className="break-words">
                {detail}
              </li>
            ))}
          </ul>
        )}
        <LinkButton to="/sources" search={{}}>
          Review {source}
        </LinkButton>
      </section>
    </>
  );
}
