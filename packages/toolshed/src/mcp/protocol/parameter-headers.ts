import type { IncomingHttpHeaders } from "node:http";

/** An argument that a client repeats in a header, where what stands in between can read it. */
interface MirroredArgument {
  readonly path: readonly string[];
  readonly header: string;
}

const maxDepth = 8;
const encoded = /^=\?base64\?(.*)\?=$/s;

/** Tells what is wrong if a header and the argument that it repeats disagree. */
export function findHeaderMismatch(
  inputSchema: Readonly<Record<string, unknown>>,
  args: unknown,
  headers: IncomingHttpHeaders,
): string | undefined {
  for (const { path, header } of mirroredIn(inputSchema)) {
    const value = path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], args);
    if (value === undefined || value === null || typeof value === "object") continue;
    const name = `Mcp-Param-${header}`;
    const given = headers[name.toLowerCase()];
    if (given === undefined) return `the header ${name} is missing`;
    const decoded = decodeHeader(String(given));
    if (decoded === undefined) return `the header ${name} is not valid Base64`;
    const isSame = typeof value === "number" ? Number(decoded) === value : decoded === String(value);
    if (!isSame) return `the header ${name} differs from the argument ${path.join(".")}`;
  }
  return undefined;
}

/** Schemas are looked through once. */
const known = new WeakMap<object, readonly MirroredArgument[]>();

function mirroredIn(schema: Readonly<Record<string, unknown>>): readonly MirroredArgument[] {
  let found = known.get(schema);
  if (!found) {
    found = mirrored(schema);
    known.set(schema, found);
  }
  return found;
}

function mirrored(schema: unknown, path: readonly string[] = []): MirroredArgument[] {
  const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> };
  if (typeof properties !== "object" || path.length > maxDepth) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = [...path, name];
    const header = (property as Record<string, unknown> | null)?.["x-mcp-header"];
    return [
      ...(typeof header === "string" && /^[\w-]+$/.test(header) ? [{ path: here, header }] : []),
      ...mirrored(property, here),
    ];
  });
}

/** A value that no header can carry as it is comes as Base64. */
export function decodeHeader(value: string): string | undefined {
  const [, base64] = encoded.exec(value) ?? [];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes.toString() : undefined;
}
