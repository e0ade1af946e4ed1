import { getRouteApi } from "@tanstack/react-router";
import { Plus, Waypoints } from "lucide-react";
import { useState } from "react";
import type { ListedEndpoint, TokenAnswer } from "toolshed/api";
import { useEndpointPages } from "../api/use-endpoints.ts";
import { Button } from "../ui/button/button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const route = getRouteApi("/shell/endpoints");

type Asked = { what: "rotate" | "revoke"; endpoint: ListedEndpoint };

export function EndpointsPage() {
  const endpoints = useEndpointPages();
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<TokenAnswer>();
  const { add: isCreating } = route.useSearch();
  const navigate = route.useNavigate();
  const setCreating = (next: boolean) => {
    navigate({ search: { add: next || undefined }, replace: true }).catch(showFailure);
  };
  const close = () => (isCreating ? setCreating(false) : setAsked(undefined));
  const show = (token: TokenAnswer) => {
    close();
    setMade(token);
  };
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> New endpoint
    </Button>
  );

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Endpoints" action={create}>
        An endpoint is what a client connects to. Give each client its own, with no more than it needs.
      </PageHeader>
      <Loaded of={endpoints}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={Waypoints} title="No endpoints yet" action={create}>
              Create one and give its URL to your MCP client.
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-1 items-start gap-3 2xl:grid-cols-2">
              {loaded.map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  onRotate={() => setAsked({ what: "rotate", endpoint })}
                  onRevoke={() => setAsked({ what: "revoke", endpoint })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {endpoints.hasNextPage && (
        <Button
          onClick={() => endpoints.fetchNextPage()}
          busy={endpoints.isFetchingNextPage}
          className="self-center"
        >
          Load more
        </Button>
      )}
      {isCreating && <CreateDialog onClose={close} onMade={show} />}
      {asked?.what === "rotate" && <RotateDialog endpoint={asked.endpoint} onClose={close} onMade={show} />}
      {asked?.what === "revoke" && <RevokeDialog endpoint={asked.endpoint} onClose={close} />}
      {made && <TokenDialog token={made} onClose={() => setMade(undefined)} />}
    </div>
  );
}
