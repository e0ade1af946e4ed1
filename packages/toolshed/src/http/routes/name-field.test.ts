import { expect, test } from "vitest";
import { nameField } from "./name-field.ts";

test.each(["", " \u200b\u2060 ", "\u3164", "x".repeat(101)])("refuses the name %j", (name) => {
  expect(nameField.safeParse(name).success).toBe(false);
});

test("removes what people can't see from a name", () => {
  expect(nameField.parse(" An\u202en\u200b ")).toBe("Ann");
});
