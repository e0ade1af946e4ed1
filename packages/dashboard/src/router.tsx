import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { readActivitySearch } from "./activity/activity-search.ts";
import { answerOptions } from "./api/answer-options.ts";
import { queryClient } from "./api/query-client.ts";
import { type ReconnectSearch, readReconnectSearch } from "./connections/reconnect-search.ts";
import { BrokenPage } from "./shell/broken-page.tsx";
import { MissingPage } from "./shell/missing-page.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";
import { textIn } from "./shell/text-in.ts";

interface ConnectionsSearch extends ReconnectSearch {
  q?: string | undefined;
  /** The way back from a service's own page says how it went. */
  connected?: string | undefined;
  error?: string | undefined;
}

export interface ToolsSearch {
  q?: string | undefined;
  source?: string | undefined;
  /** Kinds of tools, separated by commas. */
  kind?: string | undefined;
}

interface SignInSearch {
  error?: string | undefined;
  /** The page that was asked for. */
  next?: string | undefined;
}

interface AddSearch {
  /** Whether the dialog is open by which something is added. */
  add?: true | undefined;
}

const readAdd = ({ add }: Record<string, unknown>): AddSearch => ({
  add: add === true || undefined,
});

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: MissingPage });

/** Asked once; afterwards no change of page waits for it. A session that has ended is noticed by any other answer. */
const askSession = () =>
  queryClient.ensureQueryData({
    ...answerOptions("GET /session", {}),
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Around every page that is for people who are signed in. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ location }) => {
    const { user, sandboxUrl } = await askSession();
    if (user) return { user, sandboxUrl };
    const { error } = location.search as { error?: unknown };
    const isStart = location.pathname === "/";
    throw redirect({
      to: "/sign-in",
      search: isStart ? { error: textIn(error) } : { next: location.href },
      replace: true,
    });
  },
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: "/",
  validateSearch: ({ of, range }): { of?: "all" | undefined; range?: "7d" | undefined } => ({
    of: of === "all" ? of : undefined,
    range: range === "7d" ? range : undefined,
  }),
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});

const connections = createRoute({
  getParentRoute: () => shell,
  path: "/connections",
  validateSearch: ({ q, connected, error, ...rest }): ConnectionsSearch => ({
    q: textIn(q),
    connected: textIn(connected),
    error: textIn(error),
    ...readReconnectSearch(rest),
  }),
  component: lazyRouteComponent(() => import("./connections/connections-page.tsx"), "ConnectionsPage"),
});

const endpoints = createRoute({
  getParentRoute: () => shell,
  path: "/endpoints",
  validateSearch: readAdd,
  component: lazyRouteComponent(() => import("./endpoints/endpoints-page.tsx"), "EndpointsPage"),
});

const tools = createRoute({
  getParentRoute: () => shell,
  path: "/tools",
  validateSearch: ({ q, source, kind }): ToolsSearch => ({
    q: textIn(q),
    source: textIn(source),
    kind: textIn(kind),
  }),
  component: lazyRouteComponent(() => import("./tools/tools-page.tsx"), "ToolsPage"),
});

const noTool = createRoute({
  getParentRoute: () => tools,
  path: "/",
  component: lazyRouteComponent(() => import("./tools/no-tool.tsx"), "NoTool"),
});

const tool = createRoute({
  getParentRoute: () => tools,
  path: "$path",
  component: lazyRouteComponent(() => import("./tools/tool-page.tsx"), "ToolPage"),
});

const approvalsPage = lazyRouteComponent(() => import("./approvals/approvals-page.tsx"), "ApprovalsPage");

const approvals = createRoute({
  getParentRoute: () => shell,
  path: "/approvals",
  validateSearch: ({ tab }): { tab?: "history" | "rules" | undefined } => ({
    tab: tab === "rules" || tab === "history" ? tab : undefined,
  }),
  component: approvalsPage,
});

const approval = createRoute({
  getParentRoute: () => shell,
  path: "/approvals/$id",
  component: approvalsPage,
});

const activity = createRoute({
  getParentRoute: () => shell,
  path: "/activity",
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import("./activity/activity-page.tsx"), "ActivityPage"),
});

// The page shows what is open beside its list.
const call = createRoute({ getParentRoute: () => activity, path: "$id" });
const trace = createRoute({ getParentRoute: () => activity, path: "traces/$trace" });

const sources = createRoute({
  getParentRoute: () => shell,
  path: "/sources",
  validateSearch: ({ add }): { add?: true | undefined } => ({ add: add === true ? true : undefined }),
  component: lazyRouteComponent(() => import("./sources/sources-page.tsx"), "SourcesPage"),
});

const source = createRoute({
  getParentRoute: () => shell,
  path: "/sources/$id",
  validateSearch: ({ edit }): { edit?: true | undefined } => ({ edit: edit === true ? true : undefined }),
  component: lazyRouteComponent(() => import("./sources/source-page.tsx"), "SourcePage"),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: "/members",
  validateSearch: ({ tab, ...rest }): { tab?: "roles" | undefined } & AddSearch => ({
    tab: tab === "roles" ? "roles" : undefined,
    ...readAdd(rest),
  }),
  component: lazyRouteComponent(() => import("./members/members-page.tsx"), "MembersPage"),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ error, next }): SignInSearch => ({ error: textIn(error), next: textIn(next) }),
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation/$code",
  component: lazyRouteComponent(() => import("./sign-in/invitation-page.tsx"), "InvitationPage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    shell.addChildren([
      overview,
      connections,
      endpoints,
      tools.addChildren([noTool, tool]),
      approvals,
      approval,
      activity.addChildren([call, trace]),
      sources,
      source,
      members,
      account,
    ]),
    signIn,
    invitation,
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
