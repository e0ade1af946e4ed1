import { getRouteApi } from "@tanstack/react-router";
import { ShieldX } from "lucide-react";
import { useSession } from "../api/use-session.ts";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { PageTabs } from "../ui/page/page-tabs.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { MemberList } from "./member-list.tsx";
import { RoleList } from "./role-list.tsx";

const route = getRouteApi("/shell/members");
const tabs = [
  { value: "members", label: "Members", content: <MemberList /> },
  { value: "roles", label: "Roles", content: <RoleList /> },
] as const;

export function MembersPage() {
  const { tab = "members" } = route.useSearch();
  const navigate = route.useNavigate();
  const { isAdmin } = useSession();

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Members">Who belongs to your team, and what each role may use.</PageHeader>
      {isAdmin ? (
        <PageTabs
          label="Members and roles"
          value={tab}
          tabs={tabs}
          onChange={(next) =>
            navigate({ search: { tab: next === "roles" ? "roles" : undefined }, replace: true })
          }
        />
      ) : (
        <EmptyState
          icon={ShieldX}
          title="This page is for admins"
          action={<LinkButton to="/account">Go to your account</LinkButton>}
        >
          Ask one of them if you need another role.
        </EmptyState>
      )}
    </div>
  );
}
