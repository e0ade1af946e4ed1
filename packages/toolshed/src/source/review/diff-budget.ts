/** What comparing tools may cost: their texts and schemas come from others. */
export interface DiffBudget {
  steps: number;
}

/** For all tools of a review together: about a tenth of a second. */
export const newDiffBudget = (): DiffBudget => ({ steps: 8_000_000 });

/** Tells whether there is enough left, and takes it. */
export function spend(budget: DiffBudget, steps: number): boolean {
  if (budget.steps < steps) {
    budget.steps = 0;
    return false;
  }
  budget.steps -= steps;
  return true;
}
