import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ToolGroups } from "toolshed/api";
import { showFailure } from "../../ui/toast/show-failure.ts";
import { type Filters, toQuery } from "./filters.ts";
import type { ToolListProps } from "./list-handle.ts";
import { findToolRow, useTools } from "./tool-pages.ts";
import { TreeRow } from "./tree-row.tsx";
import { type Group, groupOf, prefixesOf, toRows, toTree } from "./tree-rows.ts";
import { useRows } from "./use-rows.ts";

/** So many tools are all shown from the start. */
const fewTools = 100;

/** What was opened and closed, and the tool that was last shown, kept while other pages are visited. */
const kept = { opened: new Map<string, boolean>(), shown: undefined as string | undefined };

function keepShown(path: string): void {
  kept.shown = path;
}

/** The tools by source and group. */
export function ToolTree({ groups, filters, chosen, ref, onLeave }: ToolListProps & { groups: ToolGroups }) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(kept.opened);
  const isSmall = groups.shown <= fewTools;
  const tree = useMemo(() => toTree(groups.groups), [groups.groups]);
  const rows = useMemo(
    () => toRows(tree, ({ path }) => opened.get(path) ?? isSmall),
    [tree, opened, isSmall],
  );
  const open = useCallback((paths: readonly string[], isOpen: boolean) => {
    setOpened((before) => {
      const after = new Map(before);
      for (const path of paths) after.set(path, isOpen);
      kept.opened = after;
      return after;
    });
  }, []);
  const toggle = useCallback(
    ({ group, isOpen }: { group: Group; isOpen: boolean }) =>
      open(isOpen ? [group.path] : withOnlyGroups(group), !isOpen),
    [open],
  );
  const chosenKey = useChosenRow(chosen, filters, (path) => open(prefixesOf(groupOf(path)), true));
  const list = useRows(rows, JSON.stringify(toQuery(filters)), chosenKey);
  const tools = useTools(
    list.inSight.map(({ row }) => row),
    filters,
  );
  useImperativeHandle(ref, () => ({ focus: () => list.focus(list.active) }));

  const revealed = useRef<string>(undefined);
  const chosenAt = chosenKey === undefined ? -1 : rows.findIndex(({ key }) => key === chosenKey);
  useEffect(() => {
    if (chosenAt < 0 || !list.isShown || revealed.current === chosenKey) return;
    revealed.current = chosenKey;
    list.reveal(chosenAt);
  });

  function press(event: KeyboardEvent) {
    const row = rows[list.active];
    if (!row) return;
    const isGroup = "group" in row;
    if (event.key === "ArrowUp" && list.active === 0) onLeave();
    else if (event.key === "ArrowRight" && isGroup && row.isOpen) list.focus(list.active + 1);
    else if (event.key === "ArrowRight" && isGroup) toggle(row);
    else if (event.key === "ArrowLeft" && isGroup && row.isOpen) toggle(row);
    else if (event.key === "ArrowLeft" && row.parent !== undefined) list.focus(row.parent);
    else if (event.key === "Enter" || event.key === " ") {
      if (isGroup) toggle(row);
      else event.currentTarget.querySelector<HTMLElement>("[data-row][tabindex='0'] a")?.click();
    } else {
      list.onKeyDown(event);
      return;
    }
    event.preventDefault();
  }

  return (
    <div
      ref={list.scroller}
      role="tree"
      aria-label="Tools"
      data-keeps-focus
      onScroll={list.onScroll}
      onKeyDown={press}
      className="relative min-h-0 grow overflow-y-auto overscroll-contain border-t border-line"
    >
      <div role="none" style={{ height: list.height }} />
      {list.inSight.map(({ row, index }) => (
        <TreeRow
          key={row.key}
          row={row}
          tool={tools.get(row.key)}
          isActive={index === list.active}
          isChosen={chosen !== undefined && tools.get(row.key)?.path === chosen}
          onActivate={list.setActive}
          onChoose={keepShown}
          onToggle={toggle}
        />
      ))}
    </div>
  );
}

/** The group, and as long as there is nothing but another group in one, that one. */
function withOnlyGroups({ path, groups, toolCount }: Group): string[] {
  const [only] = groups;
  return [path, ...(only && groups.length === 1 && toolCount === 0 ? withOnlyGroups(only) : [])];
}

/**
 * The row of a tool that was opened by a link: its groups are opened. The history leaves the list as it is, and so does a
 * choice in the list.
 */
function useChosenRow(chosen: string | undefined, filters: Filters, open: (path: string) => void) {
  const queries = useQueryClient();
  const { history } = useRouter();
  const [row, setRow] = useState<string>();
  const isBack = useRef(false);
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        isBack.current = action.type === "BACK" || action.type === "FORWARD";
      }),
    [history],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: Other filters leave the list where it is.
  useEffect(() => {
    if (chosen === undefined || kept.shown === chosen) return;
    keepShown(chosen);
    if (isBack.current) return;
    open(chosen);
    findToolRow(queries, filters, chosen).then(setRow, showFailure);
  }, [chosen]);
  return row;
}
