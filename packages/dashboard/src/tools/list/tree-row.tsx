import { Link } from "@tanstack/react-router";
import { plainText } from "@toolshed/show/plain-text";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import type { ToolEntry } from "toolshed/api";
import { plural } from "../../ui/text/plural.ts";
import { KindIcons } from "./kind-icons.tsx";
import type { AnyRow, Group } from "./tree-rows.ts";

export interface TreeRowProps {
  row: AnyRow;
  tool: ToolEntry | undefined;
  isActive: boolean;
  /** Whether it is the row of the tool beside the list. */
  isChosen: boolean;
  onActivate(key: string): void;
  onChoose(path: string): void;
  onToggle(row: { group: Group; isOpen: boolean }): void;
}

/** Scrolling and a choice render only the rows that they change. */
export const TreeRow = memo(function TreeRow({
  row,
  tool,
  isActive,
  isChosen,
  onActivate,
  onChoose,
  onToggle,
}: TreeRowProps) {
  const { top, height, level } = row;
  const tabIndex = isActive ? 0 : -1;
  const shared = {
    "data-row": true,
    "aria-level": level,
    "aria-setsize": row.siblings,
    "aria-posinset": row.position,
    onFocus: () => onActivate(row.key),
    style: { top, height, paddingLeft: 14 * level + 2 },
  };
  const look =
    "absolute inset-x-0 flex items-center gap-2 pr-4 sm:pr-8 xl:pr-6 -outline-offset-2 hover:bg-hover select-none";
  if ("group" in row) {
    const { group, isOpen } = row;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: The tree handles its keys.
      <div
        {...shared}
        role="treeitem"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        onClick={() => onToggle(row)}
        className={`${look} cursor-pointer`}
      >
        <ChevronRight
          className={`size-4 shrink-0 text-quiet transition-transform ${isOpen ? "rotate-90" : ""}`}
          aria-hidden
        />
        <span className={`min-w-0 truncate text-sm ${level === 1 ? "font-semibold" : "font-medium"}`}>
          {group.label}
        </span>
        <span className="ml-auto shrink-0 text-xs text-quiet tabular-nums">
          <span aria-hidden>{group.total.toLocaleString("en")}</span>
          <span className="sr-only">{plural(group.total, "tool")}</span>
        </span>
      </div>
    );
  }
  // The row stays when its tool arrives, and with it the focus.
  return (
    <div
      {...shared}
      role="treeitem"
      tabIndex={tabIndex}
      aria-selected={isChosen}
      aria-busy={tool === undefined}
      className={`${look} aria-selected:bg-accent-soft`}
    >
      {tool ? (
        <Link
          from="/tools"
          to="/tools/$path"
          params={{ path: tool.path }}
          search
          tabIndex={-1}
          onClick={() => onChoose(tool.path)}
          className="flex h-full min-w-0 grow items-center gap-2 pl-6 outline-none"
        >
          <span className="flex min-w-0 grow flex-col">
            <span className="truncate text-sm">{plainText(tool.title)}</span>
            <code className="truncate text-xs text-quiet">{tool.path}</code>
          </span>
          <KindIcons tool={tool} />
        </Link>
      ) : (
        <span className="ml-6 h-3 w-40 max-w-full rounded bg-hover">
          <span className="sr-only">Loading…</span>
        </span>
      )}
    </div>
  );
});
