import type { Shell } from "./shell.mjs";

export interface Step {
  readonly name: string;
  run(context: { shell: Shell; folder: string }): Promise<void>;
}
export const steps: readonly Step[];
export function runSteps(
  chosen: readonly Step[],
  options: {
    shell: Shell;
    folder: string;
    onStart?(step: Step): void;
    onDone?(step: Step, seconds: number): void;
  },
): Promise<void>;
