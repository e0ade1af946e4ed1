import type { Keep } from "./search-index.ts";

export interface Narrowing {
  /** The id of a source, or the first part of its tools' paths. */
  readonly source?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** What is kept of `keep` where only one source or only reading is asked for. */
export function narrow({ source, readOnly }: Narrowing, keep: Keep): Keep {
  return (tool, sourceId) =>
    (!readOnly || tool.readOnly) &&
    (source === undefined || source === sourceId || tool.path.startsWith(`${source}.`)) &&
    keep(tool, sourceId);
}
