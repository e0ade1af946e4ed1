import type { SourceTool } from "../source/source.ts";

const maxLength = 80;
/** `listPets`, `read_graph`, `repos/get-content` or `GET /pets`: names that programs use. */
const isIdentifier = (name: string): boolean => !/\s/.test(name) || /^[A-Z]+ \//.test(name);

/**
 * What people call a tool: its name, unless only programs use that. Then the first line of its description, where that is
 * as short as a summary, or else the words of its name.
 */
export function humanTitle({ name, description }: Pick<SourceTool, "name" | "description">): string {
  if (!isIdentifier(name)) return name;
  const [line = ""] = description.slice(0, 4 * maxLength).split("\n");
  const summary = line.trim().replace(/\.$/, "");
  const isSummary = summary.includes(" ") && summary.length <= maxLength && !/[.:] /.test(summary);
  return isSummary ? summary : inWords(name);
}

function inWords(name: string): string {
  if (name.includes(" ")) return name;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_\-./]+/)
    .filter(Boolean)
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1) || name;
}
