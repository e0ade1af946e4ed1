import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["Full **name** of the _owner_", "Full name of the owner"],
  ["***Both***, ~~gone~~ and **`code`**.", "Both, gone and code."],
  ["**one *two* three**", "one two three"],
  ["Use `**kwargs` or ``a``, see [the *docs*](https://a.org/b_c)", "Use **kwargs or a, see the docs"],
  ["![Logo](a.png) of a \\*star\\*", "Logo of a *star*"],
  ["# Title\n\n> quoted\n- item", "Title\n\nquoted\n- item"],
  [
    "snake_case and __init__, 2 * 3 * 4, *.ts and src/*.js, [a], #1",
    "snake_case and init, 2 * 3 * 4, *.ts and src/*.js, [a], #1",
  ],
  ["*.ts\n\na*", "*.ts\n\na*"],
])("%j becomes %j", (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

test("takes time that grows with the length of the text", () => {
  for (const part of [
    "`",
    "``a",
    "[",
    "[a](",
    "![a](b",
    "*",
    "*a",
    "**a ",
    "_a_",
    "~~",
    "\\",
    "# ",
    "> ",
    "\n\n",
    " ",
  ])
    expect(() => plainText(`${part.repeat(100_000)}!`)).not.toThrow();
});
