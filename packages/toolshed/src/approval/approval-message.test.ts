import { expect, test } from "vitest";
import { approvalMessage } from "./approval-message.ts";

test("shows short arguments as they are", () => {
  expect(approvalMessage("mail.send", { to: "a@example.com", token: "x" }, "work")).toBe(
    'Allow mail.send with {"to":"a@example.com","token":"[masked]"}, by the connection work?',
  );
});

test("a long argument does not hide another one", () => {
  const message = approvalMessage("mail.send", { filler: "x".repeat(5_000), to: "b@example.com" }, null);
  expect(message).toMatch(/^Allow mail\.send with to: "b@example\.com", filler: "x+… \(cut\)\?$/);
  expect(message.length).toBeLessThan(500);
});

test("says how many arguments there are beyond those it shows", () => {
  const args = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, "y".repeat(100)]));
  expect(approvalMessage("mail.send", args, null)).toContain("and 60 more arguments");
});
