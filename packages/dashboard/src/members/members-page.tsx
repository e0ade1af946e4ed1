import { Tabs } from "@base-ui/react/tabs";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldX } from "lucide-react";
import { useSession } from "../api/use-session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { MemberList } from "./member-list.tsx";
import { RoleList } from "./role-list.tsx";

const route = getRouteApi("/shell/members");
const tab =
  "-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium text-quiet -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink";

export function MembersPage() {
  const { tab: shown = "members" } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin } = useSession();

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Members">Who belongs to your team, and what each role may use.</PageHeader>
      {isAdmin ? (
        <Tabs.Root
          value={shown}
          onValueChange={(next) =>
            navigate({ search: { tab: next === "roles" ? "roles" : undefined }, replace: true })
          }
          className="flex flex-col gap-6"
        >
          <Tabs.List aria-label="Members and roles" className="flex gap-1 border-b border-line">
            <Tabs.Tab value="members" className={tab}>
              Members
            </Tabs.Tab>
            <Tabs.Tab value="roles" className={tab}>
              Roles
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="members" className="flex flex-col gap-8">
            <MemberList />
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <RoleList />
          </Tabs.Panel>
        </Tabs.Root>
      ) : (
        <EmptyState icon={ShieldX} title="This page is for admins">
          Ask one of them if you need another role.
        </EmptyState>
      )}
    </div>
  );
}
