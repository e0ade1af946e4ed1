import { getRouteApi, Link } from "@tanstack/react-router";
import { plainText } from "@toolshed/show/plain-text";
import { ArrowLeft, Plug, SearchX } from "lucide-react";
import type { ToolAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { CopyButton } from "../ui/button/copy-button.tsx";
import { LinkButton } from "../ui/button/link-button.tsx";
import { PageHeader } from "../ui/page/page-header.tsx";
import { Section } from "../ui/page/section.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { breakType } from "./console/break-type.ts";
import { MarkdownText } from "./console/markdown-text.tsx";
import { SchemaSection } from "./console/schema-section.tsx";
import { Quarantined } from "./quarantined.tsx";
import { ToolBadges } from "./tool-badges.tsx";
import { TryTool } from "./try-tool.tsx";

const route = getRouteApi("/shell/tools/$path");

export function ToolPage() {
  const { path } = route.useParams();
  const tool = useAnswer("GET /tools/:path", { params: { path } });
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Link
        from="/tools/$path"
        to="/tools"
        search
        className="flex w-fit items-center gap-1.5 text-sm text-quiet hover:text-ink xl:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden /> All tools
      </Link>
      {tool.error?.status === 404 ? (
        <EmptyState icon={SearchX} title="Tool not found">
          It was removed, it waits for a review by an admin, or your role does not allow it.
        </EmptyState>
      ) : (
        <Loaded of={tool} rows={4}>
          {(tool) =>
            tool.review ? (
              <Quarantined tool={tool} review={tool.review} />
            ) : (
              <Details key={tool.path} tool={tool} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

function Details({ tool }: { tool: ToolAnswer }) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <PageHeader title={plainText(tool.title)} />
        <div className="flex flex-wrap items-center gap-2">
          <code className="text-sm break-all text-quiet">{tool.path}</code>
          <ToolBadges tool={tool} />
        </div>
        {tool.description && <MarkdownText text={tool.description} />}
        <Signature tool={tool} />
      </div>
      <Section title="Try it">
        {tool.connected ? (
          <TryTool tool={tool} />
        ) : (
          <EmptyState
            icon={Plug}
            title="Its service is not connected"
            action={
              <LinkButton to="/connections" search={{}}>
                Go to connections
              </LinkButton>
            }
          >
            This tool needs {tool.authProvider}.
          </EmptyState>
        )}
      </Section>
      <SchemaSection title="Input schema" schema={tool.inputSchema} />
      {tool.outputSchema && <SchemaSection title="Output schema" schema={tool.outputSchema} />}
    </>
  );
}

/** The tool as a TypeScript function, as scripts call it and `read_tool` describes it. */
function Signature({ tool: { path, signature, recursiveTypes } }: { tool: ToolAnswer }) {
  const text = [signature, ...recursiveTypes].map(breakType).join("\n\n");
  return (
    <section
      aria-label="Signature"
      className="flex min-w-0 items-start gap-2 rounded-lg border border-line bg-sunken p-3"
    >
      <code
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
        tabIndex={0}
        className="max-h-80 min-w-0 grow overflow-auto text-xs leading-relaxed break-words whitespace-pre-wrap"
      >
        {text}
      </code>
      <CopyButton text={`tools.${path}: ${text}`} />
    </section>
  );
}
