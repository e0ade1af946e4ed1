import type { JsonSchema } from "./source.ts";

/** An argument's name and what is said of it. */
export type ParameterText = readonly [name: string, description: string];

/** Nobody searches a tool by more. */
const maxParameters = 100;

export function listParameters({ properties }: JsonSchema): ParameterText[] {
  return Object.entries(properties ?? {})
    .slice(0, maxParameters)
    .map(([name, schema]) => [name, descriptionOf(schema)]);
}

function descriptionOf(schema: unknown): string {
  const { description } = (schema ?? {}) as { description?: unknown };
  return typeof description === "string" ? description : "";
}
