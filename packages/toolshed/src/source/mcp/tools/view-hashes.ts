import type { Tool } from "@modelcontextprotocol/client";
import { stableHash } from "./tool-definition.ts";

/** A tool as it is stored, with what its View was when it was last read. */
export type HashedTool = Tool & { readonly viewHash?: string };

/** What the Views of a server's tools are made of, as far as they have been read. */
export class ViewHashes {
  readonly #hashes = new Map<string, string>();

  of(tool: Tool): string | undefined {
    return this.#hashes.get(viewUriOf(tool) ?? "");
  }

  /** Takes note of what was read. Tells whether that is other than before. */
  note(uri: string, { contents }: Readonly<Record<string, unknown>>): boolean {
    const hash = stableHash(contents);
    const isOther = this.#hashes.get(uri) !== hash;
    this.#hashes.set(uri, hash);
    return isOther;
  }

  /** The tools with the hashes of their Views, to be stored. */
  withHashes(tools: readonly Tool[]): HashedTool[] {
    return tools.map((tool) => {
      const viewHash = this.of(tool);
      return viewHash === undefined ? tool : { ...tool, viewHash };
    });
  }

  /** Takes on what is stored. */
  restore(tools: readonly HashedTool[]): void {
    for (const tool of tools) {
      const uri = viewUriOf(tool);
      if (uri !== undefined && tool.viewHash !== undefined) this.#hashes.set(uri, tool.viewHash);
    }
  }
}

/** The View that shows a tool's results, by the server's own address of it. */
export function viewUriOf({ _meta }: Tool): string | undefined {
  const ui = _meta?.ui as { resourceUri?: unknown } | undefined;
  const uri = ui?.resourceUri ?? _meta?.["ui/resourceUri"];
  return typeof uri === "string" && uri.startsWith("ui://") ? uri : undefined;
}
