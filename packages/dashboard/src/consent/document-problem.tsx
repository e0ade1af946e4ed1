import { ConsentProblem } from "./consent-problem.tsx";

interface Explanation {
  readonly why: string;
  readonly next: string;
}

const reconnect = "Then connect from the app again.";
const registers = "Connect from the app again: it registers with this gateway instead.";
const appsOwn =
  "This is a problem of the app: tell its developers, or connect it with an endpoint’s MCP URL.";

/** Why the app's document could not be used, and what to do. Only the cause comes from the link, never a sentence. */
const explanations: Record<string, Explanation> = {
  off: {
    why: "This gateway doesn’t load such documents (TOOLSHED_CLIENT_DOCUMENTS is off).",
    next: registers,
  },
  offline: {
    why: "This gateway can’t reach the internet. It no longer asks apps to identify themselves this way.",
    next: registers,
  },
  dns: {
    why: "Its host name couldn’t be resolved (DNS).",
    next: `Check the DNS settings of the machine that runs the gateway. ${reconnect}`,
  },
  timeout: {
    why: "The request timed out.",
    next: `Check that the machine that runs the gateway can reach this address. ${reconnect}`,
  },
  connection: {
    why: "The connection failed.",
    next: `Check that the machine that runs the gateway can reach this address. ${reconnect}`,
  },
  certificate: {
    why: "Its TLS certificate isn’t trusted.",
    next: `If a proxy inspects your traffic, start the gateway with NODE_EXTRA_CA_CERTS. ${reconnect}`,
  },
  private: {
    why: "Its address is in a private network, which the gateway refuses to reach.",
    next: `If it’s an app of your own network, add its host to TOOLSHED_ALLOW_PRIVATE. ${reconnect}`,
  },
  content: {
    why: "The document doesn’t describe the app as it should. The gateway’s log says what’s wrong.",
    next: appsOwn,
  },
};

export function DocumentProblem(problem: { document: string; cause: string; status: string }) {
  const { document, cause, status } = problem;
  const isStatus = cause === "status" && /^\d{3}$/.test(status);
  const { why, next } = isStatus
    ? { why: `Its server answered ${status}.`, next: Number(status) >= 500 ? `Try again later.` : appsOwn }
    : (explanations[cause] ?? { why: "", next: reconnect });
  return (
    <ConsentProblem title="Couldn’t load the app’s description">
      <p>
        The app identifies itself with a document, which the gateway couldn’t use:{" "}
        <code className="rounded bg-page px-1.5 py-0.5 break-all text-ink">{document}</code>
      </p>
      <p>
        {why} {next}
      </p>
    </ConsentProblem>
  );
}
