import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failed } from "./failed.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface LoadedProps<Answer> {
  of: UseQueryResult<Answer, Error>;
  rows?: number;
  /** Of the rows of the skeleton. */
  className?: string;
  children(answer: Answer): ReactNode;
}

/** What an answer looks like, before it is there, and when there is none. */
export function Loaded<Answer>({ of, rows = 3, className, children }: LoadedProps<Answer>) {
  if (of.data !== undefined) return children(of.data);
  return of.error ? (
    <Failed error={of.error} onRetry={() => of.refetch()} />
  ) : (
    <Skeleton rows={rows} {...(className && { className })} />
  );
}
