export interface CopiedCall {
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly connection?: string | undefined;
}

/** Characters that a terminal or an editor acts on or hides. In JSON and TypeScript they can be written as escapes. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const escapeHidden = (text: string) =>
  text.replace(hidden, (character) =>
    // The line breaks of JSON that is indented.
    character === "\n"
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
const toJson = (value: unknown, indent?: number) => escapeHidden(JSON.stringify(value, undefined, indent));

/** What a model sends to `call_tool`. */
export const toCallTool = ({ path, args, connection }: CopiedCall): string =>
  toJson({ path, arguments: args, ...(connection !== undefined && { connection }) }, 2);

/** A command for a shell. The token of an endpoint comes from the environment, so that it is in no history. */
export function toCurl({ path, args, connection }: CopiedCall, origin: string): string {
  const url = `${origin}/api/v1/agent/tools/${encodeURIComponent(path)}/call`;
  const body = toJson({ arguments: args, ...(connection !== undefined && { connection }) });
  return [
    `curl -sS ${shellQuoted(url)}`,
    '  -H "Authorization: Bearer $TOOLSHED_TOKEN"',
    "  -H 'Content-Type: application/json'",
    `  --data-raw ${shellQuoted(body)}`,
  ].join(" \\\n");
}

/** Within single quotes a POSIX shell reads nothing but the next single quote. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A script for `run`. */
export function toScript({ path, args, connection }: CopiedCall): string {
  const target = path.split(".").map(toMember).join("");
  const given = [
    ...(Object.keys(args).length > 0 || connection !== undefined ? [toLiteral(args)] : []),
    ...(connection === undefined ? [] : [toLiteral({ connection })]),
  ];
  return `return await tools${target}(${given.join(", ")});`;
}

const identifier = /^[A-Za-z_$][\w$]*$/;
const toMember = (name: string) => (identifier.test(name) ? `.${name}` : `[${toJson(name)}]`);

/** A value as TypeScript. */
function toLiteral(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return toJson(value ?? null);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => toLiteral(item, inner))
    : Object.entries(value).map(([key, item]) => `${toKey(key)}: ${toLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return open + close;
  const isShort = items.length <= 3 && items.every((item) => item.length <= 40 && !item.includes("\n"));
  if (isShort) return Array.isArray(value) ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

/** Written plainly, `__proto__` would set the prototype. */
function toKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return identifier.test(key) ? key : toJson(key);
}
