import type { Ref } from "react";
import type { Filters } from "./filters.ts";

export interface ListHandle {
  /** Gives the focus to the row that had it last, or to the first. */
  focus(): void;
}

export interface ToolListProps {
  ref: Ref<ListHandle>;
  filters: Filters;
  /** The path of the tool that is shown beside the list. */
  chosen: string | undefined;
  /** Called when the keyboard leaves the list at its top. */
  onLeave(): void;
}
