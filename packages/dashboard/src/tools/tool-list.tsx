import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ToolEntry } from "toolshed/api";
import type { ToolKind } from "../router.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ToolBadges } from "./tool-badges.tsx";

export interface ToolListProps {
  tools: readonly ToolEntry[];
  kind: ToolKind | undefined;
  /** By source; otherwise as given, the best match first. */
  grouped: boolean;
}

const fits: Record<ToolKind, (tool: ToolEntry) => boolean> = {
  "read-only": ({ readOnly }) => readOnly,
  destructive: ({ destructive }) => destructive,
  unconnected: ({ connected }) => !connected,
};

export function ToolList({ tools, kind, grouped }: ToolListProps) {
  const shown = kind ? tools.filter(fits[kind]) : tools;
  if (shown.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No tool matches">
        Try other words, or show all kinds.
      </EmptyState>
    );
  }
  if (!grouped) return <Rows tools={shown} label="Tools" />;
  const sources = [...new Set(shown.map(sourceOf))];
  return sources.map((source) => (
    <section key={source} aria-label={source} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold text-quiet">{source}</h2>
      <Rows tools={shown.filter((tool) => sourceOf(tool) === source)} label={`Tools of ${source}`} />
    </section>
  ));
}

const sourceOf = ({ path }: ToolEntry) => path.slice(0, path.indexOf("."));

function Rows({ tools, label }: { tools: readonly ToolEntry[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card"
    >
      {tools.map((tool) => (
        <li key={tool.path} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
          <Link
            from="/tools"
            to="/tools/$path"
            params={{ path: tool.path }}
            search
            className="flex flex-col gap-1.5 px-4 py-3 -outline-offset-2 hover:bg-hover aria-[current=page]:bg-accent-soft"
          >
            <span className="flex flex-wrap items-center gap-2">
              <code className="text-sm font-medium break-all">{tool.path}</code>
              <ToolBadges tool={tool} />
            </span>
            <span className="line-clamp-2 text-sm text-quiet">{tool.description}</span>
            {tool.why && (
              <span className="line-clamp-1 text-xs text-quiet" title={tool.why.join("\n")}>
                Why: {tool.why.join(" · ")}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
