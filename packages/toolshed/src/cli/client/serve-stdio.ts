import { AsyncResource } from "node:async_hooks";
import type { ListedTool } from "../../mcp/listed-tool.ts";
import { invalidParams } from "../../mcp/protocol/protocol-error.ts";
import { startStdioServer } from "../../mcp/stdio-server.ts";
import { UserError } from "../../user-error.ts";
import { toAbortSignal } from "../../work/cancellation.ts";
import { invocation } from "../invocation.ts";
import { callAgentTool } from "./agent-tools.ts";
import { findCatalog, findClientDoor } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

/** An MCP server on stdin and stdout. Everything happens in the gateway, so all clients share one catalog. */
export async function serveStdio(client?: string): Promise<void> {
  // Requests come in by events, which don't know the command.
  const findDoor = AsyncResource.bind(() => (client === undefined ? findCatalog() : findClientDoor(client)));
  const { tools } = await requestGateway(await findDoor(), "GET /agent/serve", {});
  const stubs = tools.map(
    (listed): ListedTool => ({
      listed,
      async run(args, { client, showsViews, signal, elicit, trace }) {
        try {
          // Looked up each time: the gateway in the background may have ended and be started again.
          const result = await callAgentTool(await findDoor(), {
            name: listed.name,
            // As the client sent them: the gateway checks them.
            args: args as Record<string, unknown> | undefined,
            client,
            showsViews,
            traceId: trace?.traceId,
            signal: toAbortSignal(signal),
            elicit,
          });
          return { kind: "ok", result };
        } catch (error) {
          if (error instanceof UserError) return { kind: "failed", message: error.message };
          throw error;
        }
      },
    }),
  );
  const { stdin: input, stdout: output } = invocation();
  await startStdioServer({ input, output }, stubs, async (uri, { client, signal }) => {
    const body = { uri, client };
    const door = await findDoor();
    const read = requestGateway(door, "POST /agent/serve/resources/read", { body }, toAbortSignal(signal));
    const { result } = await read.catch((error: Error) => {
      if (error instanceof UserError) throw invalidParams(error.message, { uri });
      throw error;
    });
    return result;
  });
}
