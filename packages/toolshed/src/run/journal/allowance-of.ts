import type { Approval } from "../../approval/approvals.ts";

/** What is approved for the rest of a run, as one word: a path has no space in it. */
export const allowanceOf = ({ path, connection }: Pick<Approval, "path" | "connection">): string =>
  connection === null ? path : `${path} ${connection}`;
