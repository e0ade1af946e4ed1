import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { jsoncFormat } from "../../source/clients/formats/jsonc.ts";
import { tomlFormat } from "../../source/clients/formats/toml.ts";
import { yamlFormat } from "../../source/clients/formats/yaml.ts";
import { addEntry, type ConfigPlace, findEntry, removeEntry, revertInsertions } from "./edit-config.ts";

const json: ConfigPlace = { file: "mcp.json", format: jsoncFormat, container: "mcpServers" };
const toml: ConfigPlace = { file: "config.toml", format: tomlFormat, container: "mcp_servers" };
const yaml: ConfigPlace = { file: "config.yaml", format: yamlFormat, container: "extensions" };
const entry = { url: "http://127.0.0.1:7420/api/mcp", headers: { Authorization: "Bearer tsk_x" } };

describe("JSON with comments", () => {
  test.each([
    ["an empty file", "", '{\n  "mcpServers": {\n    "toolshed": ENTRY\n  }\n}\n'],
    ["no servers", "{}\n", '{\n  "mcpServers": {\n    "toolshed": ENTRY\n  }\n}\n'],
    [
      "other settings, and a comment after the last",
      '{\n  // Mine\n  "theme": "dark" // nice\n}\n',
      '{\n  // Mine\n  "theme": "dark", // nice\n  "mcpServers": {\n    "toolshed": ENTRY\n  }\n}\n',
    ],
    [
      "a trailing comma",
      '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n',
      '{\n  "mcpServers": {\n    "a": {},\n    "toolshed": ENTRY,\n  },\n}\n',
    ],
    [
      "tabs and CRLF",
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n',
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {},\r\n\t\t"toolshed": ENTRY\r\n\t}\r\n}\r\n',
    ],
    [
      "a byte order mark",
      '\uFEFF{\n    "mcpServers": {}\n}',
      '\uFEFF{\n    "mcpServers": {\n        "toolshed": ENTRY\n    }\n}',
    ],
    [
      "one line",
      '{"mcpServers": {"a": {}}}',
      `{"mcpServers": {"a": {}, "toolshed": ${JSON.stringify(entry)}}}`,
    ],
  ])("adds to a file with %s", (_, before, after) => {
    const { text, insertions } = addEntry(json, before, "toolshed", entry);
    const eol = before.includes("\r\n") ? "\r\n" : "\n";
    const [, indent = ""] = /\n([ \t]*)"toolshed"/.exec(text) ?? [];
    const unit = before.includes("\t") ? "\t" : before.includes('    "m') ? "    " : "  ";
    const shown = JSON.stringify(entry, undefined, unit).replaceAll("\n", eol + indent);
    expect(text).toBe(after.replace("ENTRY", shown));
    expect(revertInsertions(text, insertions)).toBe(before);
  });

  test("keeps what was added around the entry when only the entry is removed", () => {
    const before = '{\n  // Servers\n  "mcpServers": {\n    "a": {} // first\n  }\n}\n';
    const { text } = addEntry(json, before, "toolshed", entry);
    expect(removeEntry(json, text, "toolshed", false)).toBe(before);
    const edited = text
      .replace("// Servers", "// My servers")
      .replace(/\n {2}\}\n\}/, ',\n    "b": {}\n  }\n}');
    expect(removeEntry(json, edited, "toolshed", false)).toBe(
      '{\n  // My servers\n  "mcpServers": {\n    "a": {}, // first\n    "b": {}\n  }\n}\n',
    );
  });

  test.each([
    ['{\n  "mcpServers": {\n    "a": {\n  }\n}\n', "line 6"],
    ['{\n  "a": 1\n  "b": 2\n}\n', "line 3"],
    ["[]", "line 1"],
    ['{\n  "mcpServers": []\n}', "line 2"],
  ])("says where a broken file is broken: %j", (text, line) => {
    expect(() => addEntry(json, text, "toolshed", entry)).toThrow(
      new RegExp(`mcp\\.json can't be read: ${line}:`),
    );
  });

  test("refuses what it can't edit safely", () => {
    const twice = '{ "mcpServers": {}, "mcpServers": { "a": {} } }';
    const { text } = addEntry(json, twice, "toolshed", entry);
    expect(findEntry(json, text, "toolshed")).toEqual(entry);
    const inline = 'mcp_servers = { a = { url = "x" } }\n';
    expect(() => addEntry(toml, inline, "toolshed", entry)).toThrow(
      "laid out in a way that Toolshed can't edit safely",
    );
  });
});

describe("TOML", () => {
  test("adds a table at the end and removes it again, with sub-tables of it", () => {
    const before = 'model = "o9" # mine\n\n[mcp_servers.a]\ncommand = "a"\n# the end';
    const { text, insertions } = addEntry(toml, before, "toolshed", entry);
    expect(text).toBe(
      `${before}\n\n[mcp_servers.toolshed]\nurl = "http://127.0.0.1:7420/api/mcp"\nheaders = { "Authorization" = "Bearer tsk_x" }\n`,
    );
    expect(revertInsertions(text, insertions)).toBe(before);
    const edited = `${text}\n[mcp_servers.toolshed.env]\nX = "1"\n\n# Next\n[other]\ntext = """\n[not.a.table]\n"""\n`;
    expect(removeEntry(toml, edited, "toolshed", false)).toBe(
      `${before}\n\n# Next\n[other]\ntext = """\n[not.a.table]\n"""\n`,
    );
  });

  test("says where a broken file is broken", () => {
    expect(() => addEntry(toml, 'a = 1\nb = "x\n', "toolshed", entry)).toThrow(
      /config\.toml can't be read: line 2:/,
    );
  });
});

describe("YAML", () => {
  test.each([
    ["an empty file", "", "extensions:\n  toolshed:\nENTRY"],
    [
      "no extensions",
      "GOOSE_MODE: auto # mine\n",
      "GOOSE_MODE: auto # mine\nextensions:\n  toolshed:\nENTRY",
    ],
    ["no value", "extensions:\nGOOSE_MODE: auto\n", "extensions:\n  toolshed:\nENTRYGOOSE_MODE: auto\n"],
    [
      "extensions, comments and an empty line",
      "extensions:\n  a:\n    enabled: true # yes\n\n# The end\nGOOSE_MODE: auto\n",
      "extensions:\n  a:\n    enabled: true # yes\n  toolshed:\nENTRY\n# The end\nGOOSE_MODE: auto\n",
    ],
  ])("adds to a file with %s", (_, before, after) => {
    const { text, insertions } = addEntry(yaml, before, "toolshed", entry);
    const shown = "    url: http://127.0.0.1:7420/api/mcp\n    headers:\n      Authorization: Bearer tsk_x\n";
    expect(text).toBe(after.replace("ENTRY", shown));
    expect(revertInsertions(text, insertions)).toBe(before);
  });

  test("says where a broken file is broken", () => {
    expect(() => addEntry(yaml, "a: 1\nb: [1\n", "toolshed", entry)).toThrow(
      /config\.yaml can't be read: line \d:/,
    );
  });
});

const key = fc.constantFrom("a", "b", "theme", "über", "x y", "mcp");
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 3 }) });
const content = fc.record({
  others: fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxKeys: 4 }),
  servers: fc.option(fc.dictionary(key, server, { maxKeys: 3 }), { nil: undefined }),
  serversFirst: fc.boolean(),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
});
const layout = fc.record({
  unit: fc.constantFrom("  ", "    ", "\t"),
  isOneLine: fc.boolean(),
  hasTrailingCommas: fc.boolean(),
  comment: fc.constantFrom("", " // why", " /* , } */"),
  end: fc.constantFrom("", "\n", "\n\n// end\n"),
});
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;
type Layout = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

const rootOf = ({ others, servers, serversFirst }: Content, container: string) => {
  const own = servers && { [container]: servers };
  return serversFirst ? { ...own, ...others } : { ...others, ...own };
};

/** JSON with a comment and a comma wherever there may be one. */
function writeJsonc(value: unknown, style: Layout, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const inner = style.isOneLine ? "" : `\n${indent}${style.unit}`;
  const comment = style.isOneLine && style.comment.includes("//") ? "" : style.comment;
  const entries = Object.entries(value);
  if (entries.length === 0)
    return `${open}${comment}${comment && !style.isOneLine ? `\n${indent}` : ""}${close}`;
  const lines = entries.map(([name, item], index) => {
    const written = writeJsonc(item, style, indent + style.unit);
    const isLast = index === entries.length - 1;
    const comma = isLast && !style.hasTrailingCommas ? "" : ",";
    return `${inner}${Array.isArray(value) ? "" : `${JSON.stringify(name)}: `}${written}${comma}${comment}`;
  });
  return `${open}${lines.join("")}${style.isOneLine ? "" : `\n${indent}`}${close}`;
}

/** Adds and removes: exactly the file of before, and the same values where only the entry is taken out. */
function expectIdentity(place: ConfigPlace, before: string): void {
  const added = addEntry(place, before, "toolshed", entry);
  expect(findEntry(place, added.text, "toolshed")).toEqual(entry);
  expect(revertInsertions(added.text, added.insertions)).toBe(before);
  const hadContainer = before.includes(place.container);
  const removed = removeEntry(place, added.text, "toolshed", !hadContainer);
  expect(findEntry(place, removed, "toolshed")).toBeUndefined();
  // The rest is still there, word for word.
  const words = (text: string) => text.replace(/[\s,]+/g, "");
  if (before !== "" || place !== json) expect(words(removed)).toBe(words(before));
}

describe("install and uninstall give the same file", () => {
  test("of JSON with comments", () => {
    fc.assert(
      fc.property(content, layout, (given, style) => {
        const text = writeJsonc(rootOf(given, "mcpServers"), style) + style.end;
        expectIdentity(json, given.mark + text.replaceAll("\n", given.eol));
      }),
    );
  });

  test("of TOML", () => {
    const line = fc.constantFrom(
      "",
      "# why",
      "[tool]\nx = 1",
      '[a."b.c"]\ny = [\n  1,\n  2, # two\n]',
      "z = '''\n[q]\n'''",
    );
    fc.assert(
      fc.property(content, fc.uniqueArray(line), ({ servers = {}, eol, mark }, lines) => {
        const tables = Object.entries(servers).map(
          ([name, { command, args }]) =>
            `[mcp_servers.${JSON.stringify(name)}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
        );
        const isKey = (text: string) => text.startsWith("z");
        const text = [...lines.filter(isKey), ...tables, ...lines.filter((one) => !isKey(one))].join("\n");
        expectIdentity(toml, mark + text.replaceAll("\n", eol));
      }),
    );
  });

  test("of YAML", () => {
    const unit = fc.constantFrom(1, 2, 4);
    const extra = fc.constantFrom("", "# why\n", "\n", "text: |\n  one\n  two\n", "list:\n- 1\n- 2\n");
    fc.assert(
      fc.property(content, unit, extra, fc.boolean(), (given, indent, more, isFlow) => {
        const root = rootOf(given, "extensions");
        const written = isFlow
          ? `${JSON.stringify(root)}\n`
          : Object.keys(root).length === 0
            ? ""
            : stringify(root, { indent, lineWidth: 0 });
        const text = isFlow ? written : more + written;
        expectIdentity(yaml, given.mark + text.replaceAll("\n", given.eol));
      }),
    );
  });
});
