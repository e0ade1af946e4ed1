import type { Catalog } from "../catalog/catalog.ts";
import type { Log } from "../log/log.ts";
import type { Caller } from "./caller.ts";
import { errorResult, type ToolResult, valueResult } from "./tool-result.ts";

export interface CallRequest {
  readonly caller: Caller;
  readonly path: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
}

/** The one way every call takes. Never rejects: whatever goes wrong is in the result. */
export type Call = (request: CallRequest) => Promise<ToolResult>;

export function createCall(catalog: Catalog, log: Log): Call {
  async function run({ caller, path, args, signal }: CallRequest): Promise<ToolResult> {
    const tool = catalog.find(path);
    if (!tool) return errorResult(`Tool not found: ${path}`);

    const parsed = await tool.parse(args);
    if ("problem" in parsed) return errorResult(`Invalid arguments for ${path}: ${parsed.problem}`);

    const value = await tool.run(parsed.input, { userId: caller.userId, signal, logger: log.named(path) });
    return valueResult(value, tool.outputSchema !== undefined);
  }

  return async (request) => {
    const started = performance.now();
    const result = await run(request).catch((error) =>
      errorResult(error instanceof Error ? error.message : String(error)),
    );
    const duration = Math.round(performance.now() - started);
    const outcome = result.isError ? "failed" : "ok";
    log.info(`call ${request.path} by ${request.caller.via}: ${outcome}, ${duration} ms`);
    return result;
  };
}
