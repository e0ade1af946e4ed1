import { getRouteApi } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { useEffect, useState } from "react";
import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { SearchInput } from "../ui/form/search-input.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { Section } from "../ui/page/section.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { useNow } from "../ui/text/use-now.ts";
import { showFailure } from "../ui/toast/show-failure.ts";
import { toasts } from "../ui/toast/toasts.ts";
import { BuiltInCard } from "./built-in-card.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { connectionStatus, type Owner } from "./connection-status.ts";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import { ownConnections } from "./own-connections.ts";

const route = getRouteApi("/shell/connections");
const grid = "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 min-[112rem]:grid-cols-4";

interface Asked {
  what: "connect" | "disconnect";
  provider: ProviderAnswer;
  owner: Owner;
  connection?: ConnectionState | undefined;
}

export function ConnectionsPage() {
  const { q = "", connected, error, reconnect, account, owner } = route.useSearch();
  const navigate = route.useNavigate();
  const providers = useAnswer("GET /connections", {});
  const groups = useAnswer("GET /tools/groups", {});
  const { isAdmin } = useSession();
  const now = useNow();
  const [asked, setAsked] = useState<Asked>();
  const [failure, setFailure] = useState<string>();

  // The way back from a service's own page: said once, then out of the address.
  useEffect(() => {
    if ((connected === undefined && error === undefined) || !providers.data) return;
    const name = providers.data.providers.find(({ id }) => id === connected)?.name;
    if (name) toasts.add({ title: `${name} is connected`, description: "Its tools are available now." });
    setFailure(error);
    navigate({
      search: (search) => ({ ...search, connected: undefined, error: undefined }),
      replace: true,
    }).catch(showFailure);
  }, [connected, error, providers.data, navigate]);

  // A link to reconnect one account opens its dialog, which is one click from the service's page.
  useEffect(() => {
    const provider = providers.data?.providers.find(({ id }) => id === reconnect);
    if (!provider || account === undefined) return;
    const of: Owner = owner ?? "person";
    const connection = ownConnections(provider, of).find(({ name }) => name === account);
    if (connection && (of === "person" || isAdmin))
      setAsked({ what: "connect", provider, owner: of, connection });
    navigate({
      search: (search) => ({ ...search, reconnect: undefined, account: undefined, owner: undefined }),
      replace: true,
    }).catch(showFailure);
  }, [reconnect, account, owner, providers.data, isAdmin, navigate]);

  const fits = (text: string) => text.toLowerCase().includes(q.trim().toLowerCase());
  const attentionFirst = (some: ProviderAnswer[], of: Owner) => {
    const rank = (provider: ProviderAnswer) => Number(!connectionStatus(provider, of, now).needsAttention);
    return some.toSorted((one, other) => rank(one) - rank(other));
  };
  const card = (provider: ProviderAnswer, owner: Owner) => (
    <ConnectionCard
      key={provider.id}
      provider={provider}
      owner={owner}
      onConnect={(connection) => setAsked({ what: "connect", provider, owner, connection })}
      onDisconnect={(connection) => setAsked({ what: "disconnect", provider, owner, connection })}
      onConnectForTeam={() => setAsked({ what: "connect", provider, owner: "team" })}
    />
  );

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Connections">
        The services whose tools your agents can use. Tools appear as soon as you connect a service.
      </PageHeader>
      {failure && <Problem>The service was not connected: {failure}</Problem>}
      <div className="flex max-w-md">
        <SearchInput
          label="Search connections"
          placeholder="Search services"
          value={q}
          onChange={(text) => navigate({ search: { q: text || undefined }, replace: true })}
        />
      </div>
      <Loaded of={providers} rows={4}>
        {({ providers }) => {
          const matching = providers.filter(({ id, name }) => fits(id) || fits(name));
          const personal = attentionFirst(
            matching.filter(({ owner }) => owner === "person"),
            "person",
          );
          const team = attentionFirst(
            matching.filter((provider) => provider.owner === "team" || provider.team.length > 0),
            "team",
          );
          const builtIn = (groups.data?.builtIn ?? []).filter(({ id }) => fits(id));
          return (
            <>
              {personal.length + team.length + builtIn.length === 0 && (
                <EmptyState
                  icon={Plug}
                  title="Nothing matches"
                  action={
                    <Button onClick={() => navigate({ search: {}, replace: true })}>Clear the search</Button>
                  }
                >
                  Try another word, or add a plugin with “npx toolshed add plugin”.
                </EmptyState>
              )}
              {personal.length > 0 && (
                <Section title="Personal" hint="Uses your own account. Only you can use it.">
                  <ul className={grid}>{personal.map((provider) => card(provider, "person"))}</ul>
                </Section>
              )}
              {team.length > 0 && (
                <Section title="Team" hint="Shared by everyone whose role allows the tools.">
                  <ul className={grid}>{team.map((provider) => card(provider, "team"))}</ul>
                </Section>
              )}
              {builtIn.length > 0 && (
                <Section title="Built-in" hint="Needs no account.">
                  <ul className={grid}>
                    {builtIn.map((source) => (
                      <BuiltInCard key={source.id} source={source} />
                    ))}
                  </ul>
                </Section>
              )}
            </>
          );
        }}
      </Loaded>
      {asked?.what === "connect" && (
        <ConnectDialog
          provider={asked.provider}
          owner={asked.owner}
          replaced={asked.connection}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.what === "disconnect" && asked.connection && (
        <DisconnectDialog
          provider={asked.provider}
          owner={asked.owner}
          connection={asked.connection}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
