import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

interface Lock {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
}

test.each([
  "package-lock.json",
  ".changeset/package-lock.json",
  "bench/search/apis/package-lock.json",
  "test/peers/package-lock.json",
  "test/peers/conformance/package-lock.json",
  "test/peers/inspector/package-lock.json",
  "test/matrix/package-lock.json",
  "test/matrix/clients/package-lock.json",
])("%s serves every platform from any registry", (file) => {
  const { packages } = JSON.parse(readFileSync(join(root, file), "utf8")) as Lock;
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http"));
  expect(addresses).toEqual([]);

  // npm ci fails on a platform whose packages are not in the lock; scripts/complete-lock.mjs adds them.
  const platform = /(darwin|linux|win32).*(arm64|x64)/;
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  const missing = wanted.filter((name) => platform.test(name) && !(`node_modules/${name}` in packages));
  expect(missing).toEqual([]);
});
