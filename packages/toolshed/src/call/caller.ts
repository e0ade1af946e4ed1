/** On whose behalf a call is made, and through which door. */
export interface Caller {
  readonly userId: string;
  /** An endpoint's name, or `command` or `dashboard`: what the log calls the caller. */
  readonly via: string;
}
