import { Link } from "@tanstack/react-router";
import type { ListedSource } from "toolshed/api";
import { LinkButton } from "../ui/button/link-button.tsx";
import { Card } from "../ui/page/card.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { SourceFailure } from "./failure.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SourceBadges } from "./source-badges.tsx";
import { isFailing } from "./source-states.ts";
import { useRefresh } from "./use-source-changes.ts";

export function SourceCard({ source }: { source: ListedSource }) {
  const { id, target } = source;
  const { isBusy, error, refresh } = useRefresh(id);
  return (
    <li id={id}>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-medium break-all">
            <Link to="/sources/$id" params={{ id }} className="hover:underline">
              {id}
            </Link>
          </h2>
          <SourceBadges source={source} />
        </div>
        <code className="text-[0.8125rem] break-all text-quiet">{target}</code>
        <SourceFailure source={source} />
        {error && <Problem>{error.message}</Problem>}
        <div className="flex flex-wrap gap-2">
          {source.changes.some(({ rejected }) => !rejected) && (
            <LinkButton to="/sources/$id" params={{ id }} hash="review" className="h-8! px-2.5!">
              Review changes
            </LinkButton>
          )}
          <RefreshButton source={source} busy={isBusy} onRefresh={refresh} />
          {isFailing(source) && (
            <LinkButton to="/sources/$id" params={{ id }} search={{ edit: true }} className="h-8! px-2.5!">
              Edit
            </LinkButton>
          )}
        </div>
      </Card>
    </li>
  );
}
