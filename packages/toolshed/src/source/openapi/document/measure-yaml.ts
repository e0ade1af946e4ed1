import type { Lexer } from "yaml";

const maxDepth = 200;
/** On one line: `- - - x` nests as deep as it has dashes, and a value has one tag and one anchor. */
const maxMarks = 100;
/** Comes before the text of a plain scalar. */
const scalar = "\u001f";

/** Whether it nests deeper than a document does. The parser itself takes forever and all memory to find that out. */
export function isTooDeep(text: string, lexer: Lexer): boolean {
  let depth = 0;
  let marks = 0;
  let isText = false;
  for (const token of lexer.lex(text)) {
    if (isText) {
      isText = false;
      continue;
    }
    isText = token === scalar;
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else if (token === "-" || token === "?" || token.startsWith("&") || token.startsWith("!")) marks += 1;
    else if (token.startsWith("\n")) marks = 0;
    if (depth > maxDepth || marks > maxMarks) return true;
  }
  return false;
}
