import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const maxBytes = 2 * 1024 * 1024;

/**
 * Reads the configuration of an MCP client. Returns undefined for what can't be one, such as a device or a pipe, which could
 * block forever.
 */
export function readConfigFile(file: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(descriptor, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
