/** What is read of a tool's schema. Anyone may have written it, so nothing is taken for granted. */
export interface JsonSchema {
  type?: unknown;
  description?: unknown;
  default?: unknown;
  enum?: unknown;
  const?: unknown;
  items?: unknown;
  properties?: unknown;
  required?: unknown;
  anyOf?: unknown;
  oneOf?: unknown;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
