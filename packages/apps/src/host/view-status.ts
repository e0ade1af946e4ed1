/** What a View goes through until it stands, in this order. */
export type ViewStage = "resource" | "sandbox" | "initialize" | "input" | "result" | "ready";

/** A stage that was reached, or what kept the View from reaching it. */
export interface ViewStatus {
  /** The stage that was reached or failed. */
  stage: ViewStage;
  /** Milliseconds since the View was mounted. */
  atMs: number;
  /** Why the stage was not reached. */
  problem?: string;
}
