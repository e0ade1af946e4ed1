/** What a View goes through until it stands, in this order. */
export const VIEW_STAGES = ["resource", "sandbox", "initialize", "input", "result", "ready"] as const;

export type ViewStage = (typeof VIEW_STAGES)[number];

/** A stage that was reached, or what kept the View from reaching it. */
export interface ViewStatus {
  stage: ViewStage;
  /** Milliseconds since the View was mounted. */
  atMs: number;
  /** Why the stage was not reached. */
  problem?: string;
}
