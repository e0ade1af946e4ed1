/** What of JSON Schema is kept, by the form its value has to have. Everything else in a document is left out. */
export const schemaKeywords = {
  schema: [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
  ],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  schemaMap: ["dependentSchemas", "patternProperties", "properties"],
  count: [
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
  ],
  number: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"],
  text: ["contentEncoding", "contentMediaType", "description", "format", "title"],
  flag: ["deprecated", "readOnly", "uniqueItems", "writeOnly"],
  value: ["const", "default"],
} as const;

export const schemaTypes = ["array", "boolean", "integer", "null", "number", "object", "string"];
