import { Link } from "@tanstack/react-router";
import {
  type CspViolation,
  createPolicyGrants,
  type MountedView,
  type PolicySwitch,
  type ViewStatus,
} from "@toolshed/apps/host";
import { AppFrame } from "@toolshed/apps/host/react";
import { serveState } from "@toolshed/apps/live";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { ToolResult } from "toolshed/api";
import { useSandboxUrl } from "../../api/use-session.ts";
import { useIsDark } from "../../shell/use-theme.ts";
import { Problem } from "../../ui/state/problem.tsx";
import { Skeleton } from "../../ui/state/skeleton.tsx";
import { AppTools } from "./app-tools.tsx";
import { createLinkQuestions, type LinkQuestion } from "./link-questions.ts";
import { type AskedPermission, permissionsOf, readGrants, writeGrants } from "./permission-grants.ts";
import { useApprovals } from "./use-approvals.ts";
import { ViewApproval } from "./view-approval.tsx";
import { createViewClient, openView } from "./view-client.ts";
import { ViewLink } from "./view-link.tsx";
import { ViewPermissions } from "./view-permissions.tsx";
import { ViewSwitches } from "./view-switches.tsx";

export interface ShownViewProps {
  handle: string;
  source: string;
  args: Record<string, unknown>;
  result: ToolResult;
}

interface Page {
  readonly html: string;
  readonly meta: Record<string, unknown>;
  readonly tool: { readonly name: string; readonly title?: string };
}

const grants = createPolicyGrants();
const hostInfo = { name: "Toolshed", version: "1" };
const hostCapabilities = { openLinks: {}, logging: {} };

/** The View of a tool that was run, on the page, with the tools that it offers. Its children take its place if it can't be shown. */
export function ShownView({
  handle,
  source,
  args,
  result,
  children,
}: ShownViewProps & { children: ReactNode }) {
  const sandboxUrl = useSandboxUrl();
  const { page, problem } = usePage(handle, sandboxUrl !== null);
  if (sandboxUrl === null) {
    return (
      <Unavailable
        problem="Views are off: this gateway has a public address, and they need a second one on another site. Set
        TOOLSHED_SANDBOX_URL to it and start the gateway again."
      >
        {children}
      </Unavailable>
    );
  }
  if (problem) return <Unavailable problem={describe(problem)}>{children}</Unavailable>;
  if (!page) return <Skeleton rows={4} />;
  return <Stage {...{ handle, source, args, result, page, sandboxUrl }} />;
}

/** Why the gateway didn't give the View. Its own words name a command. */
function describe({ message, data }: Error & { data?: unknown }): ReactNode {
  const { reason, path } = Object(data);
  if (reason !== "review") return message;
  return (
    <>
      The View of {String(path)} is not as an admin has seen it. It waits until one approves it in{" "}
      <Link to="/sources" className="underline">
        Sources
      </Link>
      .
    </>
  );
}

function Unavailable({ problem, children }: { problem: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Problem>{problem}</Problem>
      {children}
    </div>
  );
}

/** The page of the View, once it is read. */
function usePage(handle: string, isWanted: boolean): { page?: Page; problem?: Error } {
  const [read, setRead] = useState<{ page?: Page; problem?: Error }>({});
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    openView(handle, leaving.signal).then(
      ({ html, tool, dashboardUrl: _, ...meta }) =>
        setRead({ page: { html: String(html), tool: tool as Page["tool"], meta } }),
      (error: Error) => {
        if (!leaving.signal.aborted) setRead({ problem: error });
      },
    );
    return () => leaving.abort();
  }, [handle, isWanted]);
  return read;
}

interface StageProps extends ShownViewProps {
  page: Page;
  sandboxUrl: string;
}

function Stage({ handle, source, args, result, page, sandboxUrl }: StageProps) {
  const [view, setView] = useState<MountedView>();
  const [problem, setProblem] = useState<string>();
  const [violations, setViolations] = useState<readonly CspViolation[]>([]);
  const [granted, setGranted] = useState<readonly AskedPermission[]>([]);
  /** A View reads what it was granted when it begins. */
  const [round, setRound] = useState(0);
  const { waiting, wait } = useApprovals();
  const client = useMemo(() => createViewClient(handle, wait), [handle, wait]);
  const [link, setLink] = useState<LinkQuestion>();
  const [askAboutLink] = useState(() => createLinkQuestions(setLink));
  const title = page.tool.title ?? page.tool.name;
  const theme = useIsDark() ? ("dark" as const) : ("light" as const);
  const { _meta, ...own } = result as ToolResult & { _meta?: Record<string, unknown> };
  const { "toolshed/view": _, ...meta } = _meta ?? {};

  function begin(mounted: MountedView): void {
    setView(mounted);
    setProblem(undefined);
    setViolations([]);
    serveState(mounted.bridge, (method, params, options) =>
      client.request({ method, params }, null, options),
    );
    mounted.bridge.onopenlink = async ({ url }, { signal }) =>
      (await askAboutLink(url, signal)) ? {} : { isError: true };
    mounted.addEventListener("violation", (violation) =>
      setViolations((known) => (known.length < 50 ? [...known, violation] : known)),
    );
    mounted.addEventListener("error", ({ message }) => setProblem(`An error in the View: ${message}`));
  }

  function grant({ hash }: { hash: string }) {
    const names = readGrants(hash);
    setGranted(names);
    return Object.fromEntries(["clipboardWrite", ...names].map((name) => [name, {}]));
  }

  function changeGrants(names: AskedPermission[]): void {
    if (view?.hash === undefined) return;
    writeGrants(view.hash, names);
    setRound(round + 1);
  }

  function allow(name: PolicySwitch): void {
    if (view?.hash === undefined) return;
    grants.allow(view.hash, name);
    setRound(round + 1);
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      {problem !== undefined && <Problem>{problem}</Problem>}
      {waiting[0] && (
        <ViewApproval
          key={waiting[0].id}
          title={title}
          id={waiting[0].id}
          others={waiting.length - 1}
          onDecided={waiting[0].decide}
        />
      )}
      {link && <ViewLink key={link.url} title={title} question={link} />}
      <AppFrame
        key={round}
        sandboxUrl={sandboxUrl}
        html={page.html}
        meta={page.meta}
        client={client}
        owner={source}
        hostInfo={hostInfo}
        hostCapabilities={hostCapabilities}
        hostContext={{ theme, toolInfo: { tool: page.tool as never }, displayMode: "inline" }}
        policy={grants.policy}
        permissions={grant}
        title={`View of ${title}`}
        toolInput={args}
        toolResult={{ ...own, _meta: meta } as never}
        onView={begin}
        onStatus={({ problem: failed }: ViewStatus) => failed !== undefined && setProblem(failed)}
        className="overflow-hidden rounded-lg border border-line"
      />
      <ViewPermissions
        asked={permissionsOf(page.meta.permissions)}
        granted={granted}
        onChange={changeGrants}
      />
      <ViewSwitches violations={violations} onAllow={allow} />
      {view && <AppTools view={view} handle={handle} title={title} />}
    </div>
  );
}
