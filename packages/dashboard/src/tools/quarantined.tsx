import { plainText } from "@toolshed/show/plain-text";
import { ShieldAlert } from "lucide-react";
import type { ToolAnswer } from "toolshed/api";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { ToolBadges } from "./tool-badges.tsx";

export interface QuarantinedProps {
  tool: ToolAnswer;
  review: NonNullable<ToolAnswer["review"]>;
}

/** In place of a tool that an admin has to review before anyone can use it. */
export function Quarantined({ tool, review: { source, kind, details, rejected } }: QuarantinedProps) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <PageHeader title={plainText(tool.title)} />
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
          {rejected
            ? "An admin rejected this version of the tool"
            : `This tool ${kind === "new" ? "is new" : "has changed"} and waits for a review`}
        </p>
        <p className="max-w-2xl text-sm text-quiet">
          {source} {kind === "new" ? "added" : "changed"} it after an admin last approved its tools. Agents
          can't see or call it{" "}
          {rejected ? "until it changes again or an admin accepts it" : "until an admin accepts it"}.
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
        <LinkButton to="/sources/$id" params={{ id: source }} search={{}} hash="review">
          Review {source}
        </LinkButton>
      </section>
    </>
  );
}
