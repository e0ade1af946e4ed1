/** The stages that a View passes through until it is ready, in this order. */
export type ViewStage = "resource" | "sandbox" | "initialize" | "input" | "result" | "ready";

/** A stage that a View reached, or why it didn't. */
export interface ViewStatus {
  /** The stage that was reached or failed. */
  stage: ViewStage;
  /** Milliseconds since the View was mounted. */
  atMs: number;
  /** Why the stage was not reached. */
  problem?: string;
}
