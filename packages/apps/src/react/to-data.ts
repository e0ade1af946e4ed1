import type { CallToolResult } from "../protocol/mcp-types.ts";
import type { ResultWith } from "./view-snapshot.ts";

/** The result as data; throws the error that the tool returned, with the result as cause. */
export function toData<Output>(result: CallToolResult): ResultWith<Output> {
  if (!result.isError) return result as ResultWith<Output>;
  const texts = result.content.flatMap((block) => ("text" in block ? block.text : []));
  throw new Error(texts.join("\n"), { cause: result });
}
