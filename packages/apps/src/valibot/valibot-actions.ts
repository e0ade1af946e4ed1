import type { Json } from "../protocol/mcp-types.ts";
import { escapeRegExp, type JsonSchema } from "../protocol/with-json-schema.ts";

const formats: Record<string, string> = {
  email: "email",
  rfc_email: "email",
  ipv4: "ipv4",
  ipv6: "ipv6",
  iso_date: "date",
  iso_date_time: "date-time",
  iso_timestamp: "date-time",
  iso_time: "time",
  url: "uri",
  uuid: "uuid",
};

/** The schema with what an action of a pipe adds to it; checks by functions and the like add nothing. */
export function addAction(schema: JsonSchema, action: Json): JsonSchema {
  const { type, requirement } = action;
  const lower = (keyword: string, value = requirement) => ({
    ...schema,
    [keyword]: Math.max(value, schema[keyword] ?? value),
  });
  const upper = (keyword: string, value = requirement) => ({
    ...schema,
    [keyword]: Math.min(value, schema[keyword] ?? value),
  });
  // JSON Schema has one pattern.
  const pattern = (source: string) => ({ pattern: source, ...schema });
  const size = schema.type === "array" ? "Items" : schema.type === "string" ? "Length" : undefined;
  const isNumber = schema.type === "number" || schema.type === "integer";

  if (formats[type]) return { ...schema, format: formats[type] };
  if (type === "base64") return { ...schema, contentEncoding: type };
  if (requirement instanceof RegExp) return pattern(requirement.source);
  switch (type) {
    case "title":
    case "description":
      return { ...schema, [type]: action[type] };
    case "examples":
      return { ...schema, examples: [...(schema.examples ?? []), ...action.examples] };
    case "metadata":
      return { ...schema, ...action.metadata };
    case "integer":
      return { ...schema, type: "integer" };
    case "safe_integer":
      return {
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        ...schema,
        type: "integer",
      };
    case "multiple_of":
      return { ...schema, multipleOf: requirement };
    case "min_value":
      return isNumber ? lower("minimum") : schema;
    case "max_value":
      return isNumber ? upper("maximum") : schema;
    case "gt_value":
      return isNumber ? lower("exclusiveMinimum") : schema;
    case "lt_value":
      return isNumber ? upper("exclusiveMaximum") : schema;
    case "min_length":
      return size ? lower(`min${size}`) : schema;
    case "max_length":
      return size ? upper(`max${size}`) : schema;
    case "length":
      return size ? { ...lower(`min${size}`), ...pick(upper(`max${size}`), `max${size}`) } : schema;
    case "non_empty":
      return size ? lower(`min${size}`, 1) : schema;
    case "empty":
      return size ? upper(`max${size}`, 0) : schema;
    case "min_entries":
      return lower("minProperties");
    case "max_entries":
      return upper("maxProperties");
    case "entries":
      return { ...lower("minProperties"), ...pick(upper("maxProperties"), "maxProperties") };
    case "starts_with":
      return pattern(`^${escapeRegExp(requirement)}`);
    case "ends_with":
      return pattern(`${escapeRegExp(requirement)}$`);
    case "includes":
      return typeof requirement === "string" ? pattern(escapeRegExp(requirement)) : schema;
    case "value":
      return { ...schema, const: requirement };
    case "values":
      return { ...schema, enum: [...requirement] };
    default:
      return schema;
  }
}

function pick(schema: JsonSchema, keyword: string): JsonSchema {
  return { [keyword]: schema[keyword] };
}
