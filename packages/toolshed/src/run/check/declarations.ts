import type { ToolTypes } from "./check-job.ts";

export interface ToolToDeclare {
  readonly path: string;
  readonly types: ToolTypes;
  /** Whether it can be called without arguments. */
  readonly isOptional: boolean;
  /** The names of the connections that it can be called with. */
  readonly connections: readonly string[];
}

/**
 * How a script calls the tool: `(args: { title: string; text?: string }) => Promise<{ id: string }>`. Where there are
 * connections to name, `options?: { connection?: "work" | "personal" }` follows the arguments.
 */
export function toolSignature({ types, isOptional, connections }: ToolToDeclare): string {
  const names = connections.map((name) => JSON.stringify(name));
  const options = names.length > 0 ? `, options?: { connection?: ${names.join(" | ")} }` : "";
  return `(args${isOptional ? "?" : ""}: ${types.input}${options}) => Promise<${types.output}>`;
}

/** What a script finds without calling any tool of the catalog. */
export const worldDeclarations = `
interface FoundTool { path: string; name: string; description: string; destructive: boolean }
interface DescribedTool extends FoundTool { signature: string; inputSchema: any; outputSchema: any; authProvider: string | null; connections?: string[] }
interface ToolsWorld {
  search(args: { query: string; limit?: number }): Promise<FoundTool[]>;
  describe: { tool(args: { path: string }): Promise<DescribedTool> };
  output(args: { handle: string }): Promise<any>;
}
declare class ToolError extends Error { path: string }
declare const console: Record<"log" | "info" | "debug" | "warn" | "error", (...values: any[]) => void>;
declare function setTimeout(action: (...values: any[]) => void, delayMs?: number, ...values: any[]): number;
declare function clearTimeout(id: number | undefined): void;
declare function queueMicrotask(action: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare class TextEncoder { encode(text?: string): Uint8Array }
declare class TextDecoder { constructor(label?: string); decode(data?: ArrayBuffer | ArrayBufferView): string }
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Iterable<[string, string]> | Record<string, any>);
  readonly size: number;
  get(name: string): string | null; getAll(name: string): string[]; has(name: string): boolean;
  append(name: string, value: any): void; set(name: string, value: any): void; delete(name: string): void; sort(): void;
  forEach(action: (value: string, name: string) => void): void;
  keys(): string[]; values(): string[]; entries(): [string, string][];
  [Symbol.iterator](): Iterator<[string, string]>;
}
declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  protocol: string; username: string; password: string; hostname: string; port: string; pathname: string; hash: string; search: string;
  readonly host: string; readonly origin: string; readonly href: string; readonly searchParams: URLSearchParams;
  toJSON(): string;
}
`;

type Branch = { tool?: ToolToDeclare; inner: Map<string, Branch> };

/**
 * Declares `tools` for a script that uses the given ones. Where it does more than name them, such as pass `tools` on,
 * the rest of the catalog is there as well, unchecked.
 */
export function declareTools(tools: readonly ToolToDeclare[], isOpen: boolean): string {
  const trunk: Branch = { inner: new Map() };
  for (const tool of tools) {
    let branch = trunk;
    for (const segment of tool.path.split(".")) {
      const next = branch.inner.get(segment) ?? { inner: new Map() };
      branch.inner.set(segment, next);
      branch = next;
    }
    branch.tool = tool;
  }
  const rest = isOpen ? " & Record<string, any>" : "";
  return `const tools: ToolsWorld & ${typeOf(trunk)}${rest};`;
}

function typeOf({ tool, inner }: Branch): string {
  const fields = [...inner].map(([segment, branch]) => `${segment}: ${typeOf(branch)}`);
  const members = fields.length > 0 ? `{ ${fields.join("; ")} }` : "{}";
  if (!tool) return members;
  const signature = toolSignature(tool);
  return inner.size > 0 ? `(${signature}) & ${members}` : signature;
}
