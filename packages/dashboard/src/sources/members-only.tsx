import { Boxes } from "lucide-react";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";

/** What people see here who don't manage sources. */
export function MembersOnly() {
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Sources">MCP servers and APIs whose tools are in the catalog.</PageHeader>
      <EmptyState
        icon={Boxes}
        title="Admins manage sources"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/tools">Browse tools</LinkButton>
            <LinkButton to="/connections">Connect an account</LinkButton>
          </span>
        }
      >
        Only the owner and admins add, change and review sources. You can use the tools that your role allows,
        and connect your own accounts. Ask an admin if a server or an API is missing.
      </EmptyState>
    </div>
  );
}
