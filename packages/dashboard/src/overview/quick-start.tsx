import { Eye, EyeOff, Waypoints } from "lucide-react";
import { useState } from "react";
import type { AnswerOf } from "toolshed/api";
import { ClientSetup } from "../endpoints/client-setup.tsx";
import { Button } from "../ui/button/button.tsx";
import { CopyButton } from "../ui/button/copy-button.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { Card } from "../ui/page/card.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";

/** The MCP URL without its token until asked, so that it can be on a shared screen. */
export function QuickStart({ status: { url, mcpUrl } }: { status: AnswerOf<"GET /status"> }) {
  const [shown, setShown] = useState(false);
  const token = /tsk_.*$/.exec(mcpUrl ?? "")?.[0];
  if (!token) {
    return (
      <EmptyState
        icon={Waypoints}
        title="Create an endpoint for your client"
        action={<LinkButton to="/endpoints">Go to endpoints</LinkButton>}
      >
        You get a URL and the set-up for each client.
      </EmptyState>
    );
  }
  return (
    <Card className="flex min-w-0 flex-col gap-5 p-4 sm:p-5">
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-sm font-medium">MCP URL</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 grow basis-64 rounded-md bg-sunken px-3 py-1.5 text-sm break-all">
            {shown ? mcpUrl : mcpUrl.replace(token, "tsk_••••••••")}
          </code>
          <Button size="small" onClick={() => setShown(!shown)}>
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {shown ? "Hide" : "Show"}
          </Button>
          <CopyButton text={mcpUrl} label="Copy URL" />
        </div>
        <p className="text-sm text-quiet">Anyone with this URL can use your tools. Keep it private.</p>
      </div>
      <ClientSetup input={{ url: `${url}/api/mcp`, token, mcpUrl }} hidden={!shown} />
    </Card>
  );
}
