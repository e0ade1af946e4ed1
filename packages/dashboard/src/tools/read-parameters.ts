import { isSchema, type JsonSchema } from "../api/json-schema.ts";
import { typeName } from "./type-name.ts";

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** As JSON. */
  readonly standard: string | undefined;
  readonly schema: JsonSchema;
}

/** The parameters of an object's schema: the required ones first. */
export function readParameters({ properties, required }: JsonSchema): Parameter[] {
  if (!isSchema(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .map(([name, given]) => {
      const schema = isSchema(given) ? given : {};
      return {
        name,
        type: typeName(schema),
        required: needed.has(name) && schema.default === undefined,
        description: typeof schema.description === "string" ? schema.description : "",
        standard: schema.default === undefined ? undefined : JSON.stringify(schema.default),
        schema,
      };
    })
    .sort((a, b) => Number(b.required) - Number(a.required));
}
