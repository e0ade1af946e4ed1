import { expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

test.each([
  ["listPullRequests", ["list", "pull", "requests"]],
  ["pull_requests.list-all", ["pull", "requests", "list", "all"]],
  ["HTTPServer", ["httpserver", "http", "server"]],
  ["GitHub", ["github", "git", "hub"]],
  ["Größe", ["große"]],
  ["SQL", ["sql"]],
  ["会议笔", ["会议", "议笔"]],
  ["", []],
])("%s", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
