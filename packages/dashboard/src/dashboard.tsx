import type { StatusAnswer } from "toolshed/api";
import { ApprovalList } from "./approvals/approval-list.tsx";
import { McpUrl } from "./mcp-url.tsx";
import { Problem } from "./problem.tsx";
import { ToolList } from "./tool-list.tsx";
import { useRequest } from "./use-request.ts";

export function Dashboard() {
  const { answer: status, error } = useRequest<StatusAnswer>("/status");

  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col gap-8 px-4 py-6 sm:px-8 sm:py-10">
      <header className="flex items-center gap-3">
        <img src="/icon.svg" alt="" className="size-8" />
        <h1 className="text-xl font-semibold">Toolshed</h1>
        {status && <span className="ml-auto text-sm text-quiet">{status.version}</span>}
      </header>
      <main className="flex flex-col gap-8">
        {error && <Problem error={error} />}
        {status && (
          <>
            <ApprovalList chosenId={/^\/approvals\/([\w-]+)$/.exec(location.pathname)?.[1]} />
            <McpUrl url={status.mcpUrl} />
            <ToolList />
          </>
        )}
      </main>
    </div>
  );
}
