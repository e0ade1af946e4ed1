/** An object type of more characters gets a line for each of its properties. */
const longestLine = 72;
const indent = "  ";

/** Text of a type, or an object in it with its properties. */
type Part = string | { readonly properties: readonly (readonly Part[])[]; readonly length: number };

/** A printed TypeScript type on several lines, if it is long: one property a line, indented. */
export function breakType(type: string): string {
  const tokens = type.match(/"(?:[^"\\]|\\.)*"|\{ | \}|; |[^" ;{}]+|./gs) ?? [];
  let at = 0;
  let isClosed = true;

  function readParts(): Part[] {
    const parts: Part[] = [];
    for (; at < tokens.length; at++) {
      const token = tokens[at] as string;
      if (token === " }" || token === "; ") break;
      parts.push(token === "{ " ? readObject() : token);
    }
    return parts;
  }

  function readObject(): Part {
    const start = at;
    const properties: Part[][] = [];
    do {
      at++;
      properties.push(readParts());
    } while (tokens[at] === "; ");
    isClosed &&= at < tokens.length;
    return { properties, length: tokens.slice(start, at + 1).join("").length };
  }

  const parts = readParts();
  // What is not a type as the gateway prints it stays as it is.
  const isRead = isClosed && at === tokens.length;
  return type.length > longestLine && isRead ? print(parts, "") : type;
}

const print = (parts: readonly Part[], before: string): string =>
  parts.map((part) => (typeof part === "string" ? part : printObject(part, before))).join("");

function printObject({ properties, length }: Exclude<Part, string>, before: string): string {
  const isShort = length <= longestLine - before.length;
  if (isShort) return `{ ${properties.map((property) => print(property, before)).join("; ")} }`;
  const inner = before + indent;
  const lines = properties.map((property) => `${inner}${print(property, inner)};\n`);
  return `{\n${lines.join("")}${before}}`;
}
