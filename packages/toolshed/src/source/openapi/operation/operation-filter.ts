import type { Operation } from "./operation.ts";

/** Which operations of a document become tools. A list that is absent lets all through. */
export interface OperationFilter {
  readonly tags?: readonly string[];
  /** Such as `/repos/*` for one segment more, `/repos/**` for any number. */
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
}

export function matchesFilter(operation: Operation, { tags, paths, methods }: OperationFilter): boolean {
  return (
    (!tags || tags.some((tag) => operation.tags.includes(tag))) &&
    (!paths || paths.some((pattern) => matchesPath(segmentsOf(pattern), segmentsOf(operation.template)))) &&
    (!methods || methods.some((method) => method.toLowerCase() === operation.method))
  );
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

function matchesPath([first, ...pattern]: string[], segments: string[]): boolean {
  if (first === undefined) return segments.length === 0;
  if (first === "**") return true;
  const [segment, ...rest] = segments;
  return segment !== undefined && (first === "*" || first === segment) && matchesPath(pattern, rest);
}
