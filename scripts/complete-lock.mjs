// npm leaves out of the lock the optional packages of platforms other than the one it ran on
// when it cannot reach them, and then `npm ci` fails elsewhere. This adds them, by version, to each lock given.
// Usage: node scripts/complete-lock.mjs [package-lock.json ...]
import { readFileSync, writeFileSync } from "node:fs";

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
  "wasm32",
];

function platformOf(name) {
  const words = name.split(/[/.-]/);
  const cpu = processors.find((processor) => words.includes(processor));
  if (cpu === undefined) return undefined;
  const os = systems.find((system) => words.includes(system));
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    cpu: [cpu],
    ...(libc && os === "linux" ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  };
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = [];
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      const platform = platformOf(name);
      if (lock.packages[place] || !platform) continue;
      lock.packages[place] = { version, ...platform, ...(parent.dev ? { dev: true } : {}), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  if (added.length === 0) return;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${file}: added ${added.length}\n`);
}

const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : ["package-lock.json"]) complete(file);
