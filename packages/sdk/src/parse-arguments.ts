import type { Schema } from "./schema.ts";

/** Checked arguments with defaults applied, or what is wrong with them, field by field. */
export type ParsedArguments<Input = unknown> = { input: Input } | { problem: string };

export async function parseArguments<Output>(
  schema: Schema<unknown, Output>,
  args: unknown,
): Promise<ParsedArguments<Output>> {
  const result = await schema["~standard"].validate(args ?? {});
  if (!result.issues) return { input: result.value };
  const problems = result.issues.map(({ path = [], message }) => {
    const field = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    return field ? `${field}: ${message}` : message;
  });
  return { problem: problems.join("; ") };
}
