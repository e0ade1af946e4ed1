import type { ToolGroups } from "toolshed/api";
import type { Row } from "./use-rows.ts";

/** A source, or a group within one: what the paths of its tools begin with. */
export interface Group {
  readonly path: string;
  readonly label: string;
  /** Those directly in it. */
  readonly toolCount: number;
  /** Those in its groups as well. */
  readonly total: number;
  readonly groups: readonly Group[];
}

interface TreeRow extends Row {
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** The row of the group it is in. */
  readonly parent: number | undefined;
}

export interface GroupRow extends TreeRow {
  readonly group: Group;
  readonly isOpen: boolean;
}

export interface ToolRow extends TreeRow {
  readonly groupPath: string;
  /** Among the tools of its group, from 0. */
  readonly index: number;
}

export type AnyRow = GroupRow | ToolRow;

const groupHeight = 34;
const toolHeight = 46;

export const toolKey = (groupPath: string, index: number): string => `${groupPath}#${index}`;
export const groupOf = (path: string): string => path.slice(0, path.lastIndexOf("."));

/** `a`, `a.b` and `a.b.c` for the group `a.b.c`. */
export function prefixesOf(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, at) => parts.slice(0, at + 1).join("."));
}

interface Node {
  toolCount: number;
  readonly children: Map<string, Node>;
}

/** The groups that have tools of their own, as a tree. A group with nothing but one other group is shown as one with it. */
export function toTree(counted: ToolGroups["groups"]): Group[] {
  const root: Node = { toolCount: 0, children: new Map() };
  for (const { path, count } of counted) {
    let node = root;
    for (const part of path.split(".")) {
      const next = node.children.get(part) ?? { toolCount: 0, children: new Map() };
      node.children.set(part, next);
      node = next;
    }
    node.toolCount = count;
  }
  return groupsIn(root, "");
}

function groupsIn({ children }: Node, prefix: string): Group[] {
  return [...children]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, node]) => {
      const path = prefix + label;
      const groups = groupsIn(node, `${path}.`);
      const [only] = groups;
      if (prefix && only && groups.length === 1 && node.toolCount === 0) {
        return { ...only, label: `${label} / ${only.label}` };
      }
      const total = groups.reduce((sum, group) => sum + group.total, node.toolCount);
      return { path, label, toolCount: node.toolCount, total, groups };
    });
}

/** What is in sight of the tree if everything fits on the screen: the groups in it, and what is in those that are open. */
export function toRows(tree: readonly Group[], isOpen: (group: Group) => boolean): AnyRow[] {
  const rows: AnyRow[] = [];
  let top = 0;
  function add(groups: readonly Group[], level: number, parent: number | undefined, siblings: number) {
    for (const [at, group] of groups.entries()) {
      const open = isOpen(group);
      const place = { top, level, parent, siblings, position: at + 1 };
      const own = rows.push({ key: group.path, height: groupHeight, ...place, group, isOpen: open }) - 1;
      top += groupHeight;
      if (!open) continue;
      const inside = group.groups.length + group.toolCount;
      add(group.groups, level + 1, own, inside);
      for (let index = 0; index < group.toolCount; index++) {
        const position = group.groups.length + index + 1;
        const place = { top, level: level + 1, parent: own, siblings: inside, position };
        rows.push({
          key: toolKey(group.path, index),
          height: toolHeight,
          ...place,
          groupPath: group.path,
          index,
        });
        top += toolHeight;
      }
    }
  }
  add(tree, 1, undefined, tree.length);
  return rows;
}
