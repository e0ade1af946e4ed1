import type { Tool } from "@modelcontextprotocol/client";

const key = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types = ["string", "integer", "boolean"];
/** These hold values, and no schemas. */
const valueKeys = new Set(["default", "const", "enum", "examples"]);

/** Whether arguments of the tool are to be repeated in headers. */
const mirroring = new WeakMap<Tool, boolean>();
export function mirrors(tool: Tool): boolean {
  const known = mirroring.get(tool) ?? JSON.stringify(tool.inputSchema).includes(`"${key}"`);
  mirroring.set(tool, known);
  return known;
}

/**
 * Whether a schema says by the rules which arguments are repeated in headers: by a name of its own for each, at plain
 * arguments that are reached by `properties` alone. A client over HTTP must not list other tools.
 */
export function mirrorsByRules(inputSchema: unknown): boolean {
  const names = new Set<string>();

  function isRight(schema: Record<string, unknown>, isReached: boolean): boolean {
    const name = schema[key];
    if (name === undefined) return true;
    if (!isReached || typeof name !== "string" || !token.test(name)) return false;
    if (names.has(name.toLowerCase()) || !types.includes(String(schema.type))) return false;
    names.add(name.toLowerCase());
    return true;
  }

  function visit(value: unknown, isReached: boolean): boolean {
    if (typeof value !== "object" || value === null) return true;
    if (Array.isArray(value)) return value.every((item) => visit(item, false));
    const schema = value as Record<string, unknown>;
    if (!isRight(schema, isReached)) return false;
    return Object.entries(schema).every(([name, part]) => {
      if (name === key || valueKeys.has(name)) return true;
      if (name !== "properties" || typeof part !== "object" || part === null) return visit(part, false);
      return Object.values(part).every((property) => visit(property, isReached || value === inputSchema));
    });
  }
  return visit(inputSchema, false);
}
