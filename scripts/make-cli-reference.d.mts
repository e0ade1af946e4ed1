import type { Command } from "commander";

export interface CliReference {
  program: Command;
  groups: Record<string, string[]>;
  examplesOf(command: object): readonly string[];
  exitCodes: Record<string, { code: number; meaning: string }>;
  settings: readonly { name: string; fallback: string; description: string }[];
}

export function renderCliReference(reference: CliReference): string;
