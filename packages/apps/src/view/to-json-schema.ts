import type { Json, Tool } from "../protocol/mcp-types.ts";

const objectOf: Record<string, string> = { valibot: "v.object", arktype: "type" };

/** A tool's schema as the host lists it. Throws `<what> …` with the way out if there is no such form. */
export function toJsonSchema(schema: Json, direction: "input" | "output", what: string): Tool["inputSchema"] {
  const standard = schema["~standard"];
  const listed = standard ? describe(standard, direction, what) : schema;
  const parts: Json[] = Object.values({ ...listed, ...listed.properties });
  // Found in what should be data: fields without the z.object() around them.
  const field = parts.find((part) => part?.["~standard"])?.["~standard"];
  if (listed.type === "object" && !field) return listed;
  const example = objectOf[(standard ?? field)?.vendor] ?? "z.object";
  throw new TypeError(
    `${what} must be an object schema, such as ${example}({ … }), or JSON Schema with type: "object"`,
  );
}

/** What JSON Schema cannot express is described as anything, so that it does not hide the other parameters. */
function describe({ vendor, jsonSchema }: Json, direction: "input" | "output", what: string): Json {
  try {
    const libraryOptions = { unrepresentable: "any", errorMode: direction === "input" ? "ignore" : "throw" };
    return { type: "object", ...jsonSchema[direction]({ target: "draft-2020-12", libraryOptions }) };
  } catch (error) {
    const reason = jsonSchema ? `: ${(error as Error).message}` : "";
    const wayOut = /^(zod|valibot)$/.test(vendor)
      ? `toStandardJsonSchema() of @toolshed/apps/${vendor}`
      : `a version of ${vendor} with Standard JSON Schema`;
    throw new TypeError(`${what} cannot be listed as JSON Schema${reason}. Use ${wayOut}.`);
  }
}
