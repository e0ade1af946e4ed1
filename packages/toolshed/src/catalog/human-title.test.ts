import { expect, test } from "vitest";
import { humanTitle } from "./human-title.ts";

test.each([
  ["Create note", "Stores a note.", "Create note"],
  ["listPets", "List all pets.\n\nWith their owners.", "List all pets"],
  ["GET /pets", "List all pets", "List all pets"],
  ["GET /pets", "GET /pets", "GET /pets"],
  ["read_graph", "Reads the graph. Slow for large ones.", "Read graph"],
  ["getHTTPStatus", "", "Get HTTP status"],
  ["repos/get-content", "x".repeat(100), "Repos get content"],
  ["___", "", "___"],
])("calls %j with the description %j %j", (name, description, title) => {
  expect(humanTitle({ name, description })).toBe(title);
});
