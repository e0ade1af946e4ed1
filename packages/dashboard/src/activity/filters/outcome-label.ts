import { outcomes } from "../../ui/badge/outcomes.ts";

/** Filters for everything that failed, beside the outcomes themselves. */
export const problemOutcome = "problem";

export const outcomeLabel = (outcome: string): string =>
  outcome === problemOutcome ? "Problems" : (outcomes[outcome]?.label ?? outcome);
