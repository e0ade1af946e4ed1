import { toHeaderValue } from "../transport/revisions.ts";

const key = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types = ["string", "integer", "boolean"];
/** These hold values, and no schemas. */
const valueKeys = new Set(["default", "const", "enum", "examples"]);

type Schema = Readonly<Record<string, unknown>>;

/** Makes the headers that repeat arguments of a tool, as its schema says. Names are in lower case. */
export function createHeaderMirror(
  inputSchema: Schema,
): (args: Schema) => Readonly<Record<string, string>> | undefined {
  const mirrored = JSON.stringify(inputSchema).includes(`"${key}"`) ? findMirrored(inputSchema, []) : [];
  return (args) => {
    if (mirrored.length === 0) return undefined;
    const values = mirrored.flatMap(({ path, header }) => {
      const text = toText(path.reduce<unknown>((value, name) => (Object(value) as Schema)[name], args));
      return text === undefined ? [] : [[header, toHeaderValue(text)] as const];
    });
    return Object.fromEntries(values);
  };
}

function findMirrored({ properties }: Schema, path: readonly string[]): { path: string[]; header: string }[] {
  return Object.entries(Object(properties) as Schema).flatMap(([name, property]) => {
    const own = Object(property) as Schema;
    const at = [...path, name];
    const header = own[key];
    const inner = findMirrored(own, at);
    return typeof header === "string"
      ? [{ path: at, header: `mcp-param-${header.toLowerCase()}` }, ...inner]
      : inner;
  });
}

function toText(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) || value % 1 ? String(value) : undefined;
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
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
