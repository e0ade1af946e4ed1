import { getRouteApi } from "@tanstack/react-router";
import { Boxes, Plus } from "lucide-react";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { AddDialog } from "./add/add-dialog.tsx";
import { MembersOnly } from "./members-only.tsx";
import { SourceCard } from "./source-card.tsx";

const refreshMs = 5_000;
const route = getRouteApi("/shell/sources");

export function SourcesPage() {
  const { isAdmin } = useSession();
  return isAdmin ? <AllSources /> : <MembersOnly />;
}

function AllSources() {
  const sources = useAnswer("GET /sources", {}, { refreshMs });
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const setAdding = (isAdding: boolean) =>
    navigate({ search: { add: isAdding || undefined } }).catch(showFailure);
  const addButton = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> Add a source
    </Button>
  );

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Sources" action={addButton}>
        MCP servers and APIs whose tools are in the catalog, for everybody whose role allows them.
      </PageHeader>
      <Loaded of={sources}>
        {({ sources }) =>
          sources.length === 0 ? (
            <EmptyState icon={Boxes} title="No sources yet" action={addButton}>
              Paste the URL or the command of an MCP server, or an API document, and its operations become
              tools.
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-1 items-start gap-3 2xl:grid-cols-2">
              {sources.map((source) => (
                <SourceCard key={source.id} source={source} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {add && <AddDialog onClose={() => setAdding(false)} />}
    </div>
  );
}
