import type { Json, Tool } from "../protocol/mcp-types.ts";

type Direction = "input" | "output";

const wrappers: Record<string, string> = { zod: "z.object", valibot: "v.object", arktype: "type" };

/** A tool's schema as the host lists it. Throws `<what> …` with the way out if there is no such form. */
export function toJsonSchema(schema: Json, direction: Direction, what: string): Tool["inputSchema"] {
  const standard = schema["~standard"];
  const listed = standard ? fromStandard(standard, direction, what) : fromPlain(schema, what);
  if (listed.type === "object") return listed;
  throw new TypeError(`${what} must be a Zod, Valibot or ArkType object, or JSON Schema with type: "object"`);
}

function fromStandard({ vendor, jsonSchema }: Json, direction: Direction, what: string): Json {
  try {
    // What JSON Schema cannot express must not hide the other parameters.
    const libraryOptions = { unrepresentable: "any", errorMode: direction === "input" ? "ignore" : "throw" };
    return { type: "object", ...jsonSchema[direction]({ target: "draft-2020-12", libraryOptions }) };
  } catch (error) {
    const reason = jsonSchema ? `: ${(error as Error).message}` : "";
    const wayOut = /^(zod|valibot)$/.test(vendor)
      ? `Wrap it in toStandardJsonSchema() of @toolshed/apps/${vendor}`
      : `Use a version of ${vendor} with Standard JSON Schema`;
    throw new TypeError(`${what} cannot be listed as JSON Schema${reason}. ${wayOut}, or pass JSON Schema.`);
  }
}

function fromPlain(schema: Json, what: string): Json {
  const fields: Json[] = Object.values({ ...schema, ...schema.properties });
  const field = fields.find((value) => value?.["~standard"]);
  if (!field) return fields.length > 0 ? schema : { type: "object" };
  const wrapper = wrappers[field["~standard"].vendor] ?? "object";
  throw new TypeError(`${what} has schemas as its fields: wrap them in ${wrapper}({ … })`);
}
