import { printType, type TypeBounds, type TypeStyle } from "../../catalog/print-type.ts";

/** What it cannot say is `any`: a check must not refuse what may be right. */
const style: TypeStyle = {
  anything: "any",
  leftOut: "any",
  deepObject: "any",
  furtherProperties: "[key: string]: any",
  plainName: /^[A-Za-z_$][\w$]*$/,
  namesRecursion: false,
  tellsOpenness: true,
  arrayOf: (item) => `Array<${item}>`,
  comment: describe,
};

const bounds: TypeBounds = {
  depth: 8,
  properties: 200,
  choices: 100,
  literalLength: 20_000,
  length: 20_000,
  steps: 50_000,
};

/** The TypeScript type that a script's values are checked against. */
export const schemaType = (schema: unknown): string => printType(schema, style, bounds) ?? "any";

/** Descriptions of the outermost fields tell what a type cannot. */
function describe(part: unknown): string {
  const { description } = (part ?? {}) as { description?: unknown };
  if (typeof description !== "string" || description === "") return "";
  const text = description.slice(0, 1_000).replaceAll("*/", "* /").replace(/\s+/g, " ").slice(0, 200);
  return `/** ${text} */ `;
}
