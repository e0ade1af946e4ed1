import { Boxes, Plus } from "lucide-react";
import { useState } from "react";
import type { ListedSource } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SourceCard } from "./source-card.tsx";

const refreshMs = 5_000;

export function SourcesPage() {
  const sources = useAnswer("GET /sources", {}, { refreshMs });
  const [asked, setAsked] = useState<"add" | ListedSource>();
  const close = () => setAsked(undefined);
  const add = (
    <Button look="primary" onClick={() => setAsked("add")}>
      <Plus aria-hidden /> Add a source
    </Button>
  );

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Sources" action={add}>
        MCP servers and APIs whose tools are in the catalog, for everybody whose role allows them.
      </PageHeader>
      <Loaded of={sources}>
        {({ sources }) =>
          sources.length === 0 ? (
            <EmptyState icon={Boxes} title="No sources yet" action={add}>
              Add an MCP server or an API document, and its operations become tools.
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {sources.map((source) => (
                <SourceCard key={source.id} source={source} onRemove={() => setAsked(source)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked === "add" && <AddDialog onClose={close} />}
      {typeof asked === "object" && <RemoveDialog source={asked} onClose={close} />}
    </div>
  );
}
