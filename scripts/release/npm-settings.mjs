import { execFileSync } from "node:child_process";

/** What npm uses on this machine. */
export function npmSettings() {
  const get = (name) => execFileSync("npm", ["config", "get", name], quietly).trim();
  return { registry: get("registry"), userConfig: get("userconfig"), cache: get("cache") };
}

const quietly = {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
  shell: process.platform === "win32",
};
