import { expect, test } from "vitest";
import { createToken, hashToken, isToken } from "./token.ts";

test("a token carries 256 bits, can be told by its prefix and differs each time", () => {
  const token = createToken();
  expect(token).toMatch(/^tsk_[\w-]{49}$/);
  expect(isToken(token)).toBe(true);
  expect(createToken()).not.toBe(token);
});

test("a changed token is noise", () => {
  const token = createToken();
  const other = token[10] === "A" ? "B" : "A";
  for (const changed of [token.slice(1), `${token}x`, token.slice(0, 10) + other + token.slice(11), ""]) {
    expect(isToken(changed)).toBe(false);
  }
});

test("the hash does not hold the token", () => {
  const token = createToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).toBe(hashToken(token));
});
