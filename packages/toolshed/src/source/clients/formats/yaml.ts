import { isMap, LineCounter, type Pair, parseDocument, stringify, type YAMLMap } from "yaml";
import {
  BrokenConfig,
  type ConfigFormat,
  type ConfigObject,
  endOfLines,
  type Insertion,
  indentAt,
  lineAt,
  nextLine,
  type Removal,
} from "./config-format.ts";

/** YAML. The library finds the place; the text around it is not rewritten, which would lose its layout. */
export const yamlFormat: ConfigFormat = {
  parse: (text) => (parseRoot(text)?.toJSON() ?? {}) as ConfigObject,

  insert(text, container, name, entry) {
    const root = parseRoot(text);
    const pair = root && findPair(root, container);
    if (!pair) return [insertInto(text, root, { [container]: { [name]: entry } })];
    if (isMap(pair.value)) return [insertInto(text, pair.value, { [name]: entry })];
    if ((pair.toJSON() as ConfigObject)[container] !== null)
      throw new BrokenConfig(`"${container}" must be a map`, lineAt(text, startOf(pair)));
    const indent = `${indentAt(text, startOf(pair))}  `;
    return [appendAfterLine(text, startOf(pair), toBlock(text, indent, { [name]: entry }))];
  },

  remove(text, container, name) {
    const root = parseRoot(text);
    const outer = root && findPair(root, container);
    const owner = name === undefined ? root : outer?.value;
    if (!outer || !isMap(owner)) return [];
    const pair = name === undefined ? outer : findPair(owner, name);
    return pair ? [removeFrom(text, owner, pair)] : [];
  },
};

type AnyPair = Pair<{ value: unknown; range?: number[] }, { range?: number[] } | null>;

function parseRoot(text: string): YAMLMap | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error)
    throw new BrokenConfig(error.message.split(" at line ")[0] ?? "", lines.linePos(error.pos[0]).line);
  const { contents } = document;
  if (contents === null || document.toJSON() === null) return undefined;
  if (!isMap(contents)) throw new BrokenConfig("the file must contain a map", 1);
  return contents;
}

const findPair = ({ items }: YAMLMap, name: string): AnyPair | undefined =>
  items.find(({ key }) => (key as { value?: unknown } | null)?.value === name) as AnyPair | undefined;

const startOf = ({ key }: AnyPair): number => key.range?.[0] ?? 0;
/** Where the value ends, without the comments and empty lines after it. */
const endOf = (pair: AnyPair): number => pair.value?.range?.[1] ?? pair.key.range?.[1] ?? 0;

function toBlock(text: string, indent: string, value: ConfigObject): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
  return lines.map((line) => indent + line + endOfLines(text)).join("");
}

function insertInto(text: string, map: YAMLMap | undefined, value: ConfigObject): Insertion {
  if (map?.flow) {
    const [start = 0] = map.range ?? [];
    const rest = map.items.length > 0 ? ", " : "";
    return { offset: start + 1, text: JSON.stringify(value).slice(1, -1) + rest };
  }
  const last = map?.items.at(-1) as AnyPair | undefined;
  if (!last) return appendAfterLine(text, text.length, toBlock(text, "", value));
  return appendAfterLine(text, endOf(last), toBlock(text, indentAt(text, startOf(last)), value));
}

/** A scalar in a block ends where the next line begins. */
function appendAfterLine(text: string, offset: number, block: string): Insertion {
  const isLineStart = offset > 0 && text[offset - 1] === "\n";
  const at = isLineStart ? offset : nextLine(text, offset);
  const isEnded = at === 0 || text[at - 1] === "\n";
  return { offset: at, text: (isEnded ? "" : endOfLines(text)) + block };
}

function removeFrom(text: string, owner: YAMLMap, pair: AnyPair): Removal {
  if (owner.flow) {
    const index = owner.items.indexOf(pair as never);
    const next = owner.items[index + 1] as AnyPair | undefined;
    const before = owner.items[index - 1] as AnyPair | undefined;
    if (next) return [startOf(pair), startOf(next)];
    return [before ? endOf(before) : startOf(pair), endOf(pair)];
  }
  const start = text.lastIndexOf("\n", startOf(pair) - 1) + 1;
  const end = endOf(pair);
  return [start, text[end - 1] === "\n" ? end : nextLine(text, end)];
}
