import { UserError } from "../../user-error.ts";

/** Why a client's document could not be used. */
export interface DocumentProblem {
  /** `off`: not loaded, by a setting. `offline`: the gateway reaches nothing on the internet. `content`: not what it should be. */
  readonly cause:
    | "off"
    | "offline"
    | "dns"
    | "timeout"
    | "connection"
    | "certificate"
    | "private"
    | "status"
    | "content";
  /** The HTTP status, where that is the cause. */
  readonly status?: number;
  /** For the log. */
  readonly reason: string;
}

export type DocumentSupport = ReturnType<typeof createDocumentSupport>;

/** Nothing came back. One host that fails like this says nothing about the others, and anyone can name such a host. */
const networkCauses = ["dns", "timeout", "connection", "certificate"];
const probeEveryMs = 60_000;
const maxProblems = 100;

/**
 * Whether clients are told that their id may be the URL of a document. A gateway that can't reach the internet stops telling
 * them, so that they register instead. It finds out after a document failed, and keeps looking until it is back online.
 */
export function createDocumentSupport(
  environment: NodeJS.ProcessEnv,
  canReachInternet: () => Promise<boolean>,
  now: () => number = Date.now,
) {
  const isOn = readSetting(environment.TOOLSHED_CLIENT_DOCUMENTS);
  const problems = new Map<string, DocumentProblem>();
  let isOnline = true;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  /** At most once a minute: anyone can make a document fail. */
  function probe(): Promise<void> {
    if (!probing && now() - probedAt < probeEveryMs) return Promise.resolve();
    probedAt = now();
    probing ??= canReachInternet()
      .then((isReached) => {
        isOnline = isReached;
      })
      .finally(() => {
        probing = undefined;
      });
    return probing;
  }

  return {
    isOn,

    /** While offline, each request for the metadata also checks the internet again, for the next one. */
    isAdvertised(): boolean {
      if (isOn && !isOnline) probe().catch(() => {});
      return isOn && isOnline;
    },

    /** Remembers why a document could not be used, for the page that the person is sent to. */
    async failed(clientId: string, problem: DocumentProblem): Promise<void> {
      const isNetwork = networkCauses.includes(problem.cause);
      if (isNetwork) await probe();
      problems.delete(clientId);
      problems.set(clientId, isNetwork && !isOnline ? { ...problem, cause: "offline" } : problem);
      const [oldest = ""] = problems.keys();
      if (problems.size > maxProblems) problems.delete(oldest);
    },

    /** Documents can be loaded, again or still. */
    succeeded(clientId: string): void {
      isOnline = true;
      problems.delete(clientId);
    },

    problemOf: (clientId: string | null): DocumentProblem | undefined => problems.get(clientId ?? ""),
  };
}

function readSetting(setting = "on"): boolean {
  if (setting === "on" || setting === "off") return setting === "on";
  throw new UserError(`TOOLSHED_CLIENT_DOCUMENTS must be "on" or "off", not "${setting}".`);
}
