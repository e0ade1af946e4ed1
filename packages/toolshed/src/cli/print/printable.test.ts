import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("what would move the cursor or turn the text is spelled out, and all else stays", () => {
  expect(printable("délete: 註釈\n\u001b[2K\rok \u009b1A \u202eevil")).toBe(
    "délete: 註釈\n\\u001b[2K\\u000dok \\u009b1A \\u202eevil",
  );
});
