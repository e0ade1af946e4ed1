import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API, SymbolFlags } from "typescript/unstable/sync";

/*
 * Writes docs/apps-reference.md from the comments in packages/apps. It asks the compiler, so the page says what an
 * editor shows on hover.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const page = "docs/apps-reference.md";

/** Entries that only repeat another one, or aren't code. */
const IGNORED = ["./package.json", "./app-with-deps", "./react-with-deps", "./schema.json"];
const INTRO = `# API of \`@toolshed/apps\`

Every export of every entry, with the documentation that editors show on hover. Generated from the sources by \`npm run docs:apps\`: change the comments there, not this page. For
a guide, read the [README](../packages/apps/README.md) and [Showing Views safely](views.md).
`;

/** Reads what each entry exports: `[{ entry, items: [{ name, kind, signatures, comment, members, from }] }]`. */
export function readReference(folder = root) {
  const source = join(folder, "packages/apps");
  const { exports } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const config = join(source, "tsconfig.json");
  const api = new API({ cwd: folder });
  try {
    const snapshot = api.updateSnapshot({ openProject: config });
    const reader = new Reader(snapshot.getProject(config), join(source, "src/"));
    return Object.keys(exports)
      .filter((path) => !IGNORED.includes(path))
      .map((path) => [`@toolshed/apps${path.slice(1)}`, join(source, exports[path]["@toolshed/source"])])
      .map(([entry, file]) => ({ entry, exported: reader.exportsOf(file) }))
      .map(({ entry, exported }) => ({ entry, items: exported.map((it) => reader.readExport(entry, it)) }));
  } finally {
    api.close();
  }
}

/** The names, such as `@toolshed/apps App.connect`, that have no comment. */
export function findUndocumented(reference) {
  return listNames(reference)
    .filter(({ comment }) => !comment)
    .map(({ name }) => name);
}

/** Everything that needs a comment. */
export function listNames(reference) {
  return reference.flatMap(({ entry, items }) =>
    items
      .filter(({ from }) => !from)
      .flatMap(({ name, comment, members }) => [
        { name: `${entry} ${name}`, comment },
        ...members.map((member) => ({ name: `${entry} ${name}.${member.name}`, comment: member.comment })),
      ]),
  );
}

/** The page as Markdown. */
export function renderReference(reference) {
  return [INTRO, ...reference.map(renderEntry)].join("\n");
}

class Reader {
  #project;
  #checker;
  #source;
  #exported = new Set();
  #entryOf = new Map();

  constructor(project, source) {
    this.#project = project;
    this.#checker = project.checker;
    this.#source = source;
  }

  exportsOf(file) {
    const module = this.#checker.getSymbolAtLocation(this.#project.program.getSourceFile(file));
    const exported = this.#checker.getExportsOfModule(module).map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol,
    }));
    for (const { symbol } of exported) this.#exported.add(symbol.id);
    return exported.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** An export that an earlier entry has already shows that entry in `from`. */
  readExport(entry, { name, symbol }) {
    const from = this.#entryOf.get(symbol.id);
    if (!from) this.#entryOf.set(symbol.id, entry);
    const nodes = this.#nodesOf(symbol);
    const kind = /^(abstract )?class\b/.test(textOf(nodes.at(-1))) ? "class" : kindOf(nodes[0]);
    const members = from || kind === "function" || kind === "const" ? [] : this.#membersOf(symbol, kind);
    const isFolded = members.length > 0;
    const shown = kind === "class" ? nodes.slice(-1) : nodes;
    return {
      name,
      kind,
      signatures: signaturesOf(shown, (node) => this.#typeOf(node), isFolded),
      comment: this.#commentOf(symbol),
      members,
      from,
    };
  }

  #membersOf(symbol, kind) {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const constructors = kind === "class" ? [symbol.getMembers().get("__constructor")] : [];
    // What the parts of a union have in common is documented with the parts, unless they are written in the union.
    const [node] = this.#nodesOf(symbol);
    const isWithin = (part) =>
      part.getSourceFile() === node.getSourceFile() && part.pos >= node.pos && part.end <= node.end;
    const isShown = (member) => !type.isUnionType() || this.#nodesOf(member).every(isWithin);
    return [...constructors, ...this.#checker.getPropertiesOfType(type)]
      .filter((member) => member && this.#isOwn(member, symbol) && isShown(member))
      .flatMap((member) => this.#readMember(member, ""));
  }

  /** Members of another export are documented there. */
  #isOwn(member, symbol) {
    const parent = member.getParent();
    if (parent && parent.id !== symbol.id && this.#exported.has(parent.id)) return false;
    const nodes = this.#nodesOf(member);
    return nodes.length > 0 && !member.name.startsWith("__#") && !nodes.some(isHidden);
  }

  #readMember(member, path) {
    const nodes = this.#nodesOf(member);
    const name = member.name === "__constructor" ? "constructor" : `${path}${member.name}`;
    const nested = textOf(nodes[0].type).startsWith("{") && textOf(nodes[0].type).endsWith("}");
    const parts = nested
      ? this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(nodes[0].type))
      : [];
    const signatures = signaturesOf(nodes, (node) => this.#typeOf(node), false);
    return [
      { name, signatures: signatures.map((it) => path + it), comment: this.#commentOf(member) },
      ...parts
        .filter((part) => this.#nodesOf(part).length > 0)
        .flatMap((part) => this.#readMember(part, `${name}.`)),
    ];
  }

  #nodesOf(symbol) {
    return symbol.declarations
      .filter(({ path }) => path.toLowerCase().startsWith(this.#source.toLowerCase()))
      .map((declaration) => declaration.resolve(this.#project))
      .filter((node) => node !== undefined && !textOf(node).startsWith("namespace "));
  }

  #typeOf(node) {
    return this.#checker.typeToString(this.#checker.getTypeAtLocation(node));
  }

  #commentOf(symbol) {
    const tags = this.#checker.getJsDocTagsOfSymbol(symbol).map(({ name, text }) => {
      const value = oneLine(typeof text === "string" ? text : (text ?? []).map((it) => it.text).join(""));
      return name === "deprecated"
        ? `Deprecated. ${value}`
        : name === "example"
          ? `Example: \`${value}\``
          : "";
    });
    return [oneLine(this.#checker.getDocumentationCommentOfSymbol(symbol)), ...tags]
      .filter(Boolean)
      .join(" ");
  }
}

function textOf(node) {
  return node?.getText().replace(/^(export |declare )+/, "") ?? "";
}

function kindOf(node) {
  const [word] = textOf(node).split(/\W/, 1);
  if (word === "interface" || word === "type") return word;
  return word === "function" || word === "async" ? "function" : "const";
}

function isHidden(node) {
  return /^(private|protected)\b/.test(textOf(node));
}

/** The declarations without their bodies, each on a line; overloads without what implements them. */
function signaturesOf(nodes, typeOf, isFolded) {
  const overloads = nodes.filter((node) => node.body === undefined);
  return (overloads.length > 0 ? overloads : nodes.slice(0, 1)).map((node) => {
    let text = textOf(node);
    for (const tail of [node.body, node.initializer]) {
      if (tail && text.replace(/;$/, "").endsWith(tail.getText())) {
        text = text.replace(/;$/, "").slice(0, -tail.getText().length);
      }
    }
    if (/^(abstract )?(class|interface) /.test(text)) text = text.slice(0, text.indexOf("{"));
    else if (isFolded) text = text.replace(/^(type [^=\n]*) = \{\n(?:(?!\}).*\n)*\};?$/, "$1");
    const line = oneLine(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))
      .replace(/\b(async|override|declare) /g, "")
      .replace(/\b(ui|mcp|methods)\.(?=[A-Z])/g, "")
      .replace(/; \}/g, " }")
      .replace(/ ?[=;]$/, "")
      .trim();
    return /^[\w$]+$/.test(line) && (node.initializer || node.name) ? `${line}: ${typeOf(node)}` : line;
  });
}

function oneLine(text) {
  return text
    .replace(/\s+/g, " ")
    .replace(/([([<]) /g, "$1")
    .replace(/,? ([)\]>])(?!=)/g, "$1")
    .replace(/([:=(]|extends) ?\| /g, "$1 ")
    .replace(/\( \(/g, "((")
    .trim();
}

function renderEntry({ entry, items }) {
  const own = items.filter(({ from }) => !from);
  const isLarge = ({ members }) => members.length > 0;
  const list = (title, kinds) => {
    const found = own.filter((item) => !isLarge(item) && kinds.includes(item.kind));
    return found.length > 0 ? [`### ${title}\n\n${found.map(renderLine).join("\n")}\n`] : [];
  };
  return [
    `## \`${entry}\`\n`,
    ...list("Functions", ["function"]),
    ...own
      .filter(isLarge)
      .sort((a, b) => Number(b.kind === "class") - Number(a.kind === "class"))
      .map(renderLarge),
    ...list("Other types", ["class", "interface", "type"]),
    ...list("Constants", ["const"]),
    ...renderRepeated(items),
  ].join("\n");
}

function renderLarge({ name, signatures, comment, members }) {
  const lines = members.map(renderLine).join("\n");
  return `### ${name}\n\n${signatures.map(code).join(", ")}\n\n${comment}\n\n${lines}\n`;
}

function renderLine({ signatures, comment }) {
  return `- ${signatures.map(code).join(", ")}: ${comment}`;
}

function renderRepeated(items) {
  const entries = [...new Set(items.map(({ from }) => from).filter(Boolean))];
  return entries.map((from) => {
    const names = items.filter((item) => item.from === from).map(({ name }) => `\`${name}\``);
    return `Also exported here, and described under \`${from}\`: ${names.join(", ")}.\n`;
  });
}

/** Signatures may contain backticks. */
function code(text) {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reference = readReference(process.argv[2]);
  const names = listNames(reference);
  const missing = findUndocumented(reference);
  if (missing.length > 0) console.warn(missing.join("\n"));
  console.warn(`${names.length - missing.length} of ${names.length} names are documented.`);
  if (!process.argv[2]) writeFileSync(join(root, page), renderReference(reference));
}
