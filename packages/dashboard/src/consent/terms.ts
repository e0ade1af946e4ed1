import type { BodyOf, ConsentAnswer } from "toolshed/api";

type ConsentSource = ConsentAnswer["sources"][number];

/** What the person lets the client do. */
export interface Terms {
  readonly readOnly: boolean;
  readonly approval: "host" | "ask" | "dashboard" | "deny";
  /** Ids of sources that are left out. */
  readonly without: ReadonlySet<string>;
}

/** What the person said before, or everything. */
export function firstTerms({ before, sources }: ConsentAnswer): Terms {
  const kept = before?.sources;
  return {
    readOnly: before?.readOnly ?? false,
    approval: before?.approval ?? "host",
    without: new Set(kept && sources.map(({ id }) => id).filter((id) => !kept.includes(id))),
  };
}

export interface Reach {
  readonly toolCount: number;
  readonly changingCount: number;
  readonly destructiveCount: number;
  readonly providers: readonly string[];
}

/** What the client will reach under these terms. */
export function reachOf(sources: readonly ConsentSource[], { readOnly, without }: Terms): Reach {
  const chosen = sources.filter(({ id }) => !without.has(id));
  const sum = (count: (source: ConsentSource) => number) =>
    chosen.reduce((total, source) => total + count(source), 0);
  const readOnlyCount = sum((source) => source.readOnlyCount);
  const toolCount = readOnly ? readOnlyCount : sum((source) => source.toolCount);
  return {
    toolCount,
    changingCount: toolCount - readOnlyCount,
    destructiveCount: readOnly ? 0 : sum((source) => source.destructiveCount),
    providers: [...new Set(chosen.flatMap(({ providers }) => providers))],
  };
}

/** The body of the answer. If no source is excluded, sources added later are included. */
export function toBody(
  query: string,
  sources: readonly ConsentSource[],
  { readOnly, approval, without }: Terms,
): BodyOf<"POST /consent"> {
  const chosen = sources.map(({ id }) => id).filter((id) => !without.has(id));
  return {
    query,
    accept: true,
    readOnly,
    approval,
    ...(without.size > 0 && { sources: chosen }),
  };
}
