import type { ApiKeyProvider } from "@toolshed/sdk";
import { expect, test, vi } from "vitest";
import { checkKey } from "./check-key.ts";

const provider: ApiKeyProvider = {
  id: "granola",
  name: "Granola",
  type: "apiKey",
  whereToFind: "Copy it from Settings.",
  format: { hint: "grn_…", pattern: /^grn_\w+$/ },
};

test("never repeats the key in the sentence about why it was not accepted", async () => {
  const test = async (key: string) => {
    throw new Error(`Unknown key ${key}, see /keys/${key}`);
  };
  await expect(checkKey({ ...provider, test }, "grn_secret")).rejects.toThrow(
    "Granola did not accept the key: Unknown key [redacted], see /keys/[redacted]",
  );
});

test("sends nothing that doesn't look like a key of the service", async () => {
  const test = vi.fn();
  await expect(checkKey({ ...provider, test }, "ghp_of_another_service")).rejects.toThrow(
    "That does not look like a key of Granola, which looks like grn_…. Copy it from Settings.",
  );
  await expect(checkKey({ ...provider, test }, "")).rejects.toThrow("The key is empty.");
  expect(test).not.toHaveBeenCalled();
});
