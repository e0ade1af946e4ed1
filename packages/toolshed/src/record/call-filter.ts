/** Which calls are meant: those that fit all that is given. */
export interface CallFilter {
  /** Absent means everybody's. */
  readonly userId?: string | undefined;
  /** Part of the path. */
  readonly path?: string | undefined;
  readonly outcome?: string | undefined;
  readonly via?: string | undefined;
}
