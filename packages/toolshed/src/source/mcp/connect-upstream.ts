import {
  Client,
  type PriorDiscovery,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from "@modelcontextprotocol/client";
import type { ClientRoots, SourceCall, UpstreamNotification } from "../source.ts";
import { answerRequests } from "./answer-requests.ts";
import type { CurrentCall } from "./current-call.ts";
import { guardMessages } from "./guard-messages.ts";
import { keepListening } from "./keep-listening.ts";
import { ourselves } from "./ourselves.ts";
import type { PlainQuestion } from "./plain-question.ts";
import { uiExtension } from "./ui-extension.ts";

/** A connection to a server that answers. It closes by itself when the server goes. */
export interface LiveUpstream {
  readonly client: Client;
  readonly ask?: UpstreamTransport["ask"];
  /** What the server's revision is, so that the next connection need not find out. */
  readonly verdict: PriorDiscovery;
  /** Resolves with the reason, in words that continue "the server …". */
  readonly ended: Promise<string>;
  /** The calls that it serves at this moment. */
  readonly calls: Set<SourceCall>;
  /** Whether the server has answered that it does not know this connection's session, and so has done nothing. */
  hasForgotten(error: unknown): boolean;
  /** Ends it because it has failed. */
  fail(reason: string): void;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Makes a transport, which is used once. */
  open(): UpstreamTransport;
  /** Whose call is served in this turn of the event loop. */
  readonly current: CurrentCall;
  /** What was found before, within the same authorization. */
  readonly verdict?: PriorDiscovery | undefined;
  readonly timeoutMs: number;
  /** Gives up at once. A connection that was made is not touched. */
  readonly signal: AbortSignal;
  onNotification(notification: UpstreamNotification): void;
  /** Who has to be asked for roots where the server asks outside of calls. */
  changedRoots(): ClientRoots | undefined;
}

export type UpstreamTransport = Transport & {
  readonly reason?: string | undefined;
  /** Ends it at once, and says why in words that continue the server's name. */
  fail(reason: string): void;
  /**
   * Calls a tool without the SDK. Gives nothing where the answer is the SDK's to understand: it gets that for the next
   * request that is marked with the call.
   */
  ask?(question: PlainQuestion, call: SourceCall): Promise<unknown>;
};

const probeMs = 5_000;
const lists = ["tools", "prompts", "resources"] as const;
type List = (typeof lists)[number];

export async function connectUpstream(options: ConnectOptions): Promise<LiveUpstream> {
  try {
    return await connectOnce(options, options.verdict);
  } catch (error) {
    // Some older programs end when they are asked anything before `initialize`.
    const diedOfQuestion = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
    if (!diedOfQuestion || options.verdict || options.signal.aborted) throw error;
    return connectOnce(options, { kind: "legacy" });
  }
}

async function connectOnce(
  { open, current, timeoutMs, signal, onNotification, changedRoots }: ConnectOptions,
  verdict: PriorDiscovery | undefined,
): Promise<LiveUpstream> {
  const calls = new Set<SourceCall>();
  const tellChanged = (list: List) =>
    onNotification({ method: `notifications/${list}/list_changed`, params: {} });
  const changed = (list: List) => ({ autoRefresh: false, debounceMs: 0, onChanged: () => tellChanged(list) });
  const client = new Client(ourselves, {
    // Of what one caller or another can be asked. Who cannot is told in the answer.
    capabilities: {
      elicitation: { form: {}, url: {} },
      sampling: {},
      roots: { listChanged: true },
      extensions: uiExtension,
    },
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeMs } },
    // Results are judged by whoever asked for them. A server's own pattern could also hold up this process.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
    listChanged: {
      tools: changed("tools"),
      prompts: changed("prompts"),
      resources: changed("resources"),
    },
  });
  // Over stdio a request does not tell which call it belongs to: if there are several, nobody is asked.
  const serving = () => current.getStore() ?? (calls.size === 1 ? [...calls][0] : undefined);
  // A request that has a call of its own is that one's.
  answerRequests(client, serving, () => (current.getStore() ? undefined : changedRoots()));
  for (const method of ["notifications/resources/updated", "notifications/message"] as const) {
    client.setNotificationHandler(method, ({ params }) => onNotification({ method, params: { ...params } }));
  }

  const transport = open();
  guardMessages(transport);
  let end: (reason: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  client.onclose = () => end(transport.reason ?? "closed the connection");
  // Whatever is wrong with one message shows in the call that waits for it.
  client.onerror = () => {};

  const giveUp = () => {
    transport.close().catch(() => {});
  };
  signal.addEventListener("abort", giveUp);
  try {
    // Not within the call that happens to be the first: what the server sends later is not about that one.
    await current.run(undefined, () =>
      client.connect(transport, { timeout: timeoutMs, ...(verdict && { prior: verdict }) }),
    );
  } catch (error) {
    await transport.close().catch(() => {});
    if (
      transport.reason &&
      !(error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed)
    ) {
      throw new Error(`The server ${transport.reason}`, { cause: error });
    }
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  const discover = client.getDiscoverResult();
  // Without it the server is used as it is.
  if (discover) await followLists(client, tellChanged).catch(() => {});
  return {
    client,
    ...(transport.ask && { ask: transport.ask }),
    verdict: discover ? { kind: "modern", discover } : { kind: "legacy" },
    ended,
    calls,
    hasForgotten: (error) => transport.sessionId !== undefined && isUnknownSession(error),
    fail(reason) {
      end(reason);
      transport.fail(reason);
    },
    close: () => client.close(),
  };
}

/** By the protocol it is a 404; some servers take a request without a known session for a bad one. */
function isUnknownSession(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return false;
  return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
}

/** The SDK listens to the lists only where it has asked the server for its revision, and only once. */
async function followLists(client: Client, onChanged: (list: List) => void): Promise<void> {
  const changing = lists.filter((list) => client.getServerCapabilities()?.[list]?.listChanged);
  if (changing.length === 0) return;
  const filter = Object.fromEntries(changing.map((list) => [`${list}ListChanged`, true]));
  await keepListening(client, filter, () => changing.forEach(onChanged), client.autoOpenedSubscription);
}
