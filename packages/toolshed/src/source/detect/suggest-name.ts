const generic = new Set([
  "www",
  "mcp",
  "api",
  "server",
  "servers",
  "openapi",
  "docs",
  "app",
  "dev",
  "my",
  "sse",
]);
const publicEndings = new Set(["co", "com", "org", "net", "gov", "edu", "ac"]);
export const runners =
  /^(?:npx|bunx|pnpx|uvx|pipx|uv|npm|pnpm|bun|deno|docker|podman|node|python[\d.]*|tsx|go)(?:\.\w+)?$/i;
const subcommands = new Set(["run", "exec", "dlx", "x", "tool", "start", "-m"]);
const entryFiles = /^(?:index|main|server|cli|app|dist|build|lib|src|bin|out|node_modules)$/i;

/** `linear` for `https://mcp.linear.app/mcp`. */
export function nameOfUrl(url: string): string {
  const { hostname } = new URL(url);
  if (/^[\d.]+$|^\[/.test(hostname) || !hostname.includes(".")) return "server";
  const labels = hostname.split(".").slice(0, -1);
  if (labels.length > 1 && publicEndings.has(labels.at(-1) ?? "")) labels.pop();
  return labels.findLast((label) => !generic.has(label)) ?? labels.at(-1) ?? "server";
}

/** `filesystem` for `npx -y @modelcontextprotocol/server-filesystem ~/notes`. */
export function nameOfCommand([program = "", ...args]: readonly string[]): string {
  const isRunner = runners.test(lastPart(program));
  const target = isRunner ? args.find((word) => !word.startsWith("-") && !subcommands.has(word)) : program;
  const parts = (target ?? program)
    .replace(/(?<=.)@[^/@]*$/, "")
    .replace(/:[\w.-]+$/, "")
    .split(/[/\\]/)
    .map((part) => part.replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/i, ""))
    .filter((part) => part !== "" && !entryFiles.test(part));
  return withoutGeneric(parts.at(-1) ?? lastPart(program));
}

/** `pets` for `Pets API`. */
export const nameOfTitle = (title: string): string => withoutGeneric(title.slice(0, 200));

const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

function withoutGeneric(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = words.filter((word) => !generic.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).slice(0, 3).join("_");
}
