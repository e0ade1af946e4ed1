import type { Json, Tool } from "../protocol/mcp-types.ts";

/** A tool's schema as the host lists it. Throws with the way out if there is no such form. */
export function toJsonSchema(schema: Json, direction: "input" | "output", tool: string): Tool["inputSchema"] {
  let listed = Object(schema);
  const { vendor, jsonSchema } = listed["~standard"] ?? {};
  let problem = 'must be of type "object", such as z.object({ ... })';
  if (vendor) {
    // What JSON Schema cannot express is described as anything, so that it does not hide the other parameters.
    const libraryOptions = { unrepresentable: "any", errorMode: direction === "input" ? "ignore" : "throw" };
    try {
      listed = { type: "object", ...jsonSchema[direction]({ target: "draft-2020-12", libraryOptions }) };
    } catch (error) {
      const reason = jsonSchema ? ` (${(error as Error).message})` : "";
      listed = {};
      const wayOut = /^(zod|valibot)$/.test(vendor)
        ? "toStandardJsonSchema() of @toolshed/apps/"
        : "a newer ";
      problem = `has no JSON Schema${reason}: use ${wayOut}${vendor}`;
    }
  }
  if (listed.type === "object") return listed;
  throw new TypeError(`Tool ${tool}: ${direction}Schema ${problem}`);
}
