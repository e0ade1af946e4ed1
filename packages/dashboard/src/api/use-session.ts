import { getRouteApi } from "@tanstack/react-router";
import type { SessionUser } from "toolshed/api";

const shell = getRouteApi("/shell");

/** Who is signed in. The pages that use it are shown to nobody else. */
export const useSession = (): SessionUser => shell.useRouteContext().user;

/** Where this page can show Views. Null if it cannot. */
export const useSandboxUrl = (): string | null => shell.useRouteContext().sandboxUrl;
