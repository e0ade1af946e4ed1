import type { Packed } from "./pack.mjs";

export function startLocalRegistry(
  packages: readonly Packed[],
  upstream: string,
): Promise<{ url: string; close(): void }>;
