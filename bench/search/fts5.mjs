import Database from "libsql";
import { stopWords } from "./stop-words.mjs";
import { toolText } from "./tool-text.mjs";

export function rankWithFts5(tools) {
  const database = new Database(":memory:");
  database.exec("create virtual table tools using fts5(name, description, parameters, tokenize = 'porter')");
  const insert = database.prepare(
    "insert into tools (rowid, name, description, parameters) values (?, ?, ?, ?)",
  );
  database.exec("begin");
  tools.forEach((tool, id) => {
    const { name, description, parameters } = toolText(tool);
    insert.run(id + 1, name, description, parameters);
  });
  database.exec("commit");
  const select = database.prepare(
    "select rowid from tools where tools match ? order by bm25(tools, 3.0, 1.5, 1.0) limit 10",
  );
  return (query) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const asked = words.filter((word) => !stopWords.has(word)).map((word) => `"${word}"`);
    return asked.length === 0 ? [] : select.all(asked.join(" OR ")).map(({ rowid }) => tools[rowid - 1].id);
  };
}
