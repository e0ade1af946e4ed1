import { ShieldAlert } from "lucide-react";
import type { ListedSource } from "toolshed/api";
import { Badge } from "../ui/badge/badge.tsx";
import { plural } from "../ui/text/plural.ts";
import { changedTools, sourceStates } from "./source-states.ts";

/** Its kind, how its server is, and what waits for a decision. */
export function SourceBadges({ source }: { source: ListedSource }) {
  const { kind, state, restartInMs, toolCount, unknown } = source;
  const { text, tone, icon } = sourceStates[state];
  const { changed, heldBack } = changedTools(source);
  return (
    <>
      <Badge>{kind === "mcp" ? "MCP server" : "API"}</Badge>
      {kind === "mcp" && (
        <Badge tone={tone} icon={icon}>
          {restartInMs === undefined ? text : `${text} in ${Math.ceil(restartInMs / 1000)} s`}
        </Badge>
      )}
      {changed.length > 0 && <Badge tone="accent">{plural(changed.length, "change")} to review</Badge>}
      {heldBack.length > 0 && (
        <Badge tone="warn" icon={ShieldAlert}>
          {heldBack.length.toLocaleString("en")} held back
        </Badge>
      )}
      <span className="text-sm text-quiet">
        {unknown ? "Connect it to see its tools" : plural(toolCount, "tool")}
      </span>
    </>
  );
}
