import type { Facts } from "./facts.ts";

/** `skipped`: not wrong, but unknown, such as what only a running gateway knows. */
export type Level = "ok" | "warning" | "problem" | "skipped";

export interface Finding {
  readonly level: Level;
  /** One sentence. */
  readonly message: string;
  /** What to type or do about it. */
  readonly fix?: string;
}

export interface Check {
  readonly name: string;
  run(facts: Facts): Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;
}

export const ok = (message: string): Finding => ({ level: "ok", message });
export const skipped = (message: string): Finding => ({ level: "skipped", message });
export const warning = (message: string, fix: string): Finding => ({ level: "warning", message, fix });
export const problem = (message: string, fix: string): Finding => ({ level: "problem", message, fix });
