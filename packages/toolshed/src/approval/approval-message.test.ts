import { expect, test } from "vitest";
import { approvalMessage } from "./approval-message.ts";

test("asks with all arguments of a call", () => {
  expect(approvalMessage("mail.send", { to: "a@example.com", bypass_token: true }, "work")).toEqual({
    text: 'Allow mail.send with {"to":"a@example.com","bypass_token":true}, using the connection work?',
    isWhole: true,
  });
});

test.each([
  ["a secret", { token: "x" }],
  ["a secret in an object", { credentials: { steps: ["DROP ALL"] } }],
  ["a text under a name like a secret's", { api_key_action: "DROP ALL" }],
  ["a long argument", { filler: "x".repeat(5_000), to: "b@example.com" }],
  ["many lines", { text: "a\n".repeat(900) }],
  ["many arguments", Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, index]))],
])("isn't whole with %s, so a client's answer can't count", (_, args) => {
  expect(approvalMessage("mail.send", args, null).isWhole).toBe(false);
});

test("shows characters that a client's user couldn't see", () => {
  const { text } = approvalMessage("mail.send", { to: "a\u202eb\u200b" }, "wo\u2066rk");
  expect(text).toBe('Allow mail.send with {"to":"a⟨U+202E⟩b⟨U+200B⟩"}, using the connection wo⟨U+2066⟩rk?');
});
