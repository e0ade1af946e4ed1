import { expect, test } from "vitest";
import { maskToken } from "./mask-token.ts";

test("shows the last four characters of a token and leaves other text alone", () => {
  expect(maskToken("http://127.0.0.1:7420/api/mcp/tsk_AbCd-_0123456789")).toBe(
    "http://127.0.0.1:7420/api/mcp/tsk_…6789",
  );
  expect(maskToken("http://127.0.0.1:7420/api/mcp")).toBe("http://127.0.0.1:7420/api/mcp");
});
