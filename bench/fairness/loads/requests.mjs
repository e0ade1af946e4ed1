// Requests that cost as much as they can before anything is called.
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { meta, toolCall } from "../../gateway/call-request.mjs";

const maxBodyBytes = 4 * 1024 * 1024;
const brackets = "[".repeat(maxBodyBytes);
const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const agentHeaders = { accept: "application/json, text/event-stream" };

/** A stranger's request may be refused while it is still being sent. */
const askAsStranger = (ask, path, options, token) => ask(token, path, options).catch(() => {});

/** Writes the beginning of a request by hand, and gives the socket. */
function begin({ url, person }, length) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on("error", () => {});
  socket.write(
    `POST /api/mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${person.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

export const requestLoads = [
  {
    name: "4 MB of brackets, no token",
    step: ({ ask }) => askAsStranger(ask, "/api/mcp/nobody", { body: brackets }),
  },
  {
    name: "4 MB of brackets",
    step: ({ ask, person }) => ask(person.token, "/api/mcp", { headers: agentHeaders, body: brackets }),
  },
  {
    name: "unfinished bodies",
    inFlight: 20,
    async step(context) {
      const socket = begin(context, maxBodyBytes);
      socket.write(brackets.slice(0, 500_000));
      await setTimeout(1_000);
      socket.destroy();
    },
  },
  {
    name: "bodies in crumbs",
    inFlight: 5,
    async step(context) {
      const socket = begin(context, 5_000);
      for (let sent = 0; sent < 500 && !socket.destroyed; sent += 1) {
        socket.write("[".repeat(10));
        await setTimeout(1);
      }
      socket.destroy();
    },
  },
  {
    name: "wrong tokens",
    inFlight: 5,
    step: ({ ask }) =>
      ask("", "/api/mcp", {
        ...toolCall("call_tool", { path: "samples.notes.list", arguments: {} }),
        headers: { ...agentHeaders, authorization: `Bearer tsk_${randomBytes(24).toString("base64url")}` },
      }),
  },
  {
    name: "deep envelopes",
    step({ ask, person }) {
      const { body, headers } = toolCall("call_tool", {}, { ...meta, deep: "here" });
      return ask(person.token, "/api/mcp", { headers, body: body.replace('"here"', nested(5_000)) });
    },
  },
  {
    name: "large arguments of calls",
    step({ ask, person, round }) {
      const words = Array.from({ length: 45_000 }, (_, index) => `word ${index} of ${round}`);
      const call = toolCall("call_tool", { path: "samples.notes.list", arguments: { words } });
      return ask(person.token, "/api/mcp", call);
    },
  },
  {
    name: "calls of missing tools",
    step: ({ ask, person, round }) =>
      ask(person.token, "/api/mcp", toolCall("call_tool", { path: `samples.missing_${round}` })),
  },
  {
    name: "client registrations",
    step: ({ ask, round }) =>
      ask("", "/api/auth/oauth2/register", {
        body: JSON.stringify({
          client_name: `Client ${round}`,
          redirect_uris: ["http://127.0.0.1:9/callback"],
          token_endpoint_auth_method: "none",
        }),
      }),
  },
];
