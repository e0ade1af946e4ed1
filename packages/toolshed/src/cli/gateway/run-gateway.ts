import { randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Plugin } from "@toolshed/sdk";
import { createGateway, type Gateway } from "../../gateway.ts";
import { gatewayFile } from "../../home/gateway-address.ts";
import { readSecret } from "../../home/secret.ts";
import { answer } from "../../http/answer.ts";
import type { RequestEnvironment } from "../../http/guards/api-environment.ts";
import { guardOrigin } from "../../http/guards/guard-origin.ts";
import { publicUrl as readPublicUrl } from "../../http/guards/public-url.ts";
import { answerProbes } from "../../http/listener/answer-probes.ts";
import { boundPipelining } from "../../http/listener/bound-pipelining.ts";
import { createClientAddress, createIsTrusted } from "../../http/listener/client-address.ts";
import {
  ClientConnections,
  type ConnectionCounts,
} from "../../http/listener/connections/client-connections.ts";
import { drainRequests } from "../../http/listener/drain-requests.ts";
import { createGate } from "../../http/listener/gate.ts";
import { createPenalties } from "../../http/listener/penalties.ts";
import { receiveRequests } from "../../http/listener/receive-requests.ts";
import { readSandboxUrl, warnWithoutSandbox } from "../../http/page/view-sandbox.ts";
import type { Log } from "../../log/log.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { UserError } from "../../user-error.ts";
import { listenAddress } from "./listen-address.ts";

export interface RunningGateway {
  readonly gateway: Gateway;
  readonly url: string;
  /** The number of open connections. */
  connections(): number;
  /** Finishes the requests under way, closes everything and takes the address out of the home. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plugins: readonly Plugin[];
  readonly port: number;
  readonly background: boolean;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** How long running requests may take to finish once it stops. */
  readonly drainMs: number;
  /** Called when a command asks the gateway to end. */
  onStopAsked(): void;
}

const flushMs = 1_000;
/** How long a client may take to send its headers, and all of a request. */
const headersMs = 20_000;
const requestMs = 120_000;
/** Longer than proxies and clients keep an idle connection: one that we close first is reset under their next request. */
const keepAliveMs = 75_000;
const checkMs = 5_000;
const pressureLogMs = 60_000;

/** Listens, opens the store and leaves the address in the home. The caller owns the home already. */
export async function runGateway(options: RunOptions): Promise<RunningGateway> {
  const { home, environment, log } = options;
  // The port is taken first, since the gateway has to know its address; early requests wait until it is there.
  let opening: Promise<Gateway> | undefined;
  const publicUrl = readPublicUrl(environment.TOOLSHED_PUBLIC_URL);
  const sandboxUrl = readSandboxUrl(environment.TOOLSHED_SANDBOX_URL, publicUrl);
  const { hostname, local } = listenAddress(environment, publicUrl);
  const environments = new WeakMap<object, RequestEnvironment>();
  const router = getRequestListener(async (request, { incoming }) =>
    (await opening)?.fetch(request, environments.get(incoming) as RequestEnvironment),
  );
  const isTrusted = createIsTrusted(environment.TOOLSHED_TRUSTED_PROXIES);
  const penalties = createPenalties(isTrusted);
  const gate = createGate();
  const connections = new ClientConnections({
    isProxy: ({ headers, socket }) =>
      headers["x-forwarded-for"] !== undefined && isTrusted(socket.remoteAddress ?? ""),
    onPressure: logPressure(log, () => connections.counts),
  });
  const receive = receiveRequests({
    opened: () => opening as Promise<Gateway>,
    gate,
    connections,
    log,
    telemetry: options.telemetry,
    clientAddress: createClientAddress(isTrusted),
    route(request, response, environment) {
      environments.set(request, environment);
      return router(request, response);
    },
  });
  let stopping = false;
  let ready: Gateway | undefined;
  const { listener, drain } = drainRequests(guardOrigin(receive, { publicUrl, sandboxUrl, hostname: local }));
  const probed = connections.counting(
    boundPipelining(
      answerProbes(listener, {
        isStopping: () => stopping,
        problem: async () => (ready ? ready.problem() : "starting"),
      }),
      penalties,
    ),
  );
  const settings = {
    // Without a host the guard of names refuses it, after requests sent ahead are counted.
    requireHostHeader: false,
    connectionsCheckingInterval: checkMs,
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    keepAliveTimeout: keepAliveMs,
  };
  const server = createServer(settings, probed);
  // A client that sends `Expect: 100-continue` gets its answer once it is admitted, not immediately by Node.
  server.on("checkContinue", probed);
  server.on("checkExpectation", boundPipelining(refuseExpectation, penalties));
  server.on("connection", (socket) => {
    gate.noteConnection();
    if (penalties.isOn(socket.remoteAddress)) socket.destroy();
    else connections.add(socket);
  });
  const port = await listen(server, hostname, options.port);
  // Such as too many open files: the next connection may be accepted again.
  server.on("error", (error) => log.error(`a connection could not be accepted: ${error.message}`));
  const url = `http://${local}:${port}`;
  const commandSecret = randomBytes(32).toString("base64url");

  opening = createGateway({
    home,
    environment,
    plugins: options.plugins,
    origin: publicUrl ?? url,
    sandboxUrl,
    localOrigins: [local, "127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`),
    secret: readSecret(home, environment),
    commandSecret,
    log,
    telemetry: options.telemetry,
    connections: () => connections.counts,
    stop: options.onStopAsked,
  });
  const gateway = await opening;
  ready = gateway;
  warnWithoutSandbox(publicUrl, sandboxUrl, log);
  gatewayFile(home).write({ url, secret: commandSecret, pid: process.pid, background: options.background });

  return {
    gateway,
    url,
    connections: () => connections.counts.open,
    async stop() {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      gateway.endWaits();
      await drain(options.drainMs);
      await gateway.close();
      gatewayFile(home).remove();
      const flush = setTimeout(() => server.closeAllConnections(), flushMs);
      server.closeIdleConnections();
      await closed;
      clearTimeout(flush);
    },
  };
}

/** Says that connections are closed to make room, once a minute at most. */
function logPressure(log: Log, counts: () => ConnectionCounts): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - loggedAt < pressureLogMs) return;
    loggedAt = now;
    const { open, strangers, closedForRoom, refused } = counts();
    log.warn("connections are closed to make room for others", { open, strangers, closedForRoom, refused });
  };
}

const refuseExpectation: RequestListener = (request, response) =>
  answer(request, response, {
    status: 417,
    headers: { Connection: "close" },
    body: { error: 'The gateway supports no "Expect" but "100-continue".' },
  });

/** Connections that may wait to be accepted. With Node's 511, a burst of clients loses packets and connects seconds later. */
const backlog = 4_096;

function listen(server: Server, hostname: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const next = `start on another one with PORT=${port + 1}`;
      if (error.code === "EADDRINUSE")
        reject(new UserError(`Port ${port} is taken by another program: stop that, or ${next}.`));
      else if (error.code === "EACCES") reject(new UserError(`Port ${port} is not allowed to you: ${next}.`));
      else reject(error);
    });
    server.listen({ port, host: hostname, backlog }, () => resolve((server.address() as AddressInfo).port));
  });
}
