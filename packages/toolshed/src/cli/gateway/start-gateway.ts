import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "../../gateway.ts";
import { type GatewayAddress, gatewayFile } from "../../home/gateway-address.ts";
import { homeFolder, makeHome } from "../../home/home.ts";
import { type Ownership, ownHome } from "../../home/own-home.ts";
import { createLineBatch } from "../../log/line-batch.ts";
import { createLog, readLogOptions } from "../../log/log.ts";
import { openTelemetry } from "../../telemetry/open-telemetry.ts";
import { UserError } from "../../user-error.ts";
import { version } from "../../version.ts";
import { requestGateway } from "../client/request-gateway.ts";
import { exitCodes } from "../exit-codes.ts";
import { invocation } from "../invocation.ts";
import { createLastingWriter, endOnSignals, guardProcess } from "./guard-process.ts";
import { loadPlugins } from "./load-plugins.ts";
import { browserCommand, openBrowser } from "./open-browser.ts";
import { parsePort } from "./parse-port.ts";
import { runGateway } from "./run-gateway.ts";

/** Less than what service managers commonly wait before they kill. */
const defaultDrainSeconds = 8;
const handoverMs = 10_000;
const idleCheckMs = 60_000;
const idleChecks = 10;
/** How long closing may take beyond the draining of requests. */
const exitGraceMs = 5_000;
/** Enough for a browser that isn't running yet. */
const browserLinkMs = 60_000;

interface StartOptions {
  /** Started by another command, without a terminal. */
  readonly background: boolean;
  /** Open the dashboard in a browser, if there is one. */
  readonly open: boolean;
}

export async function startGateway({ background, open }: StartOptions): Promise<void> {
  const current = invocation();
  // A log that nobody reads must not end the gateway.
  current.outlivesOutput = true;
  const write = createLastingWriter(process.stdout);
  const { env } = current;
  const home = homeFolder(current);
  makeHome(home);
  const ownership = await takeHome(home);

  const logOptions = readLogOptions(env);
  const log = createLog(createLineBatch(write), logOptions);
  const ending = new AbortController();
  const end = () => ending.abort();
  let exitCode = 0;
  const drainMs = parseDrain(env.TOOLSHED_DRAIN_SECONDS);
  guardProcess({
    log,
    fail() {
      exitCode = exitCodes.crashed.code;
      end();
      setTimeout(() => process.exit(exitCodes.crashed.code), drainMs + exitGraceMs).unref();
    },
  });
  const options = {
    home,
    environment: env,
    plugins: await loadPlugins(home, env, log),
    background,
    log,
    telemetry: await openTelemetry(env, version),
    drainMs,
    onStopAsked: end,
  };
  const wanted = parsePort(env.PORT);
  // What a command starts for itself must not fail because of a port that nobody asked for.
  const running = await runGateway({ ...options, port: wanted }).catch((error) => {
    if (background && error instanceof UserError) return runGateway({ ...options, port: 0 });
    throw error;
  });

  endOnSignals(end);
  if (background) stopWhenIdle(running.connections, end).catch(end);
  else if (logOptions.format === "json") log.info("running", { version, url: running.url });
  else write(await greeting(running.gateway, open));

  if (!ending.signal.aborted) await once(ending.signal, "abort");
  await running.stop();
  ownership.release();
  if (logOptions.format === "json") log.info("stopped");
  else if (!background) write("Stopped.\n");
  process.exit(exitCode);
}

async function greeting(
  { createSignInLink }: Pick<Gateway, "createSignInLink">,
  open: boolean,
): Promise<string> {
  const link = await createSignInLink();
  const command =
    open && process.stdout.isTTY
      ? browserCommand({ platform: process.platform, environment: process.env })
      : undefined;
  // Other users of this machine can see the arguments of a program, so this link expires soon.
  if (command) openBrowser(command, await createSignInLink(browserLinkMs));
  return [
    `Toolshed ${version} is running. Press Ctrl-C to stop it.`,
    "",
    `  Open  ${link}`,
    "        (signs you in, once)",
    "",
    'Connect a client on the page, or with "npx toolshed install" in another terminal.',
    "",
    "",
  ].join("\n");
}

/** A gateway that a command started in the background makes way; one that a person started does not. */
async function takeHome(home: string): Promise<Ownership> {
  const deadline = Date.now() + handoverMs;
  for (let asked = false; ; await sleep(50)) {
    const ownership = ownHome(home);
    if (ownership) return ownership;

    const address = gatewayFile(home).read();
    if (Date.now() > deadline || address?.background === false) throw alreadyRunning(home, address);
    if (address && !asked) {
      asked = true;
      await requestGateway(address, "POST /stop", {}).catch(() => {});
    }
  }
}

function alreadyRunning(home: string, address: GatewayAddress | undefined): UserError {
  const where = address ? `at ${address.url} (process ${address.pid})` : "and is just starting or stopping";
  return new UserError(
    `A gateway already runs on ${home} ${where}: use that one, or end it with "npx toolshed stop" and start again.`,
  );
}

function parseDrain(text: string | undefined): number {
  const seconds = text ? Number(text) : defaultDrainSeconds;
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  throw new UserError(`TOOLSHED_DRAIN_SECONDS is "${text}": give a number of seconds such as 30.`);
}

async function stopWhenIdle(connections: () => number, stop: () => void): Promise<void> {
  for (let idle = 0; idle < idleChecks; ) {
    await sleep(idleCheckMs, undefined, { ref: false });
    idle = connections() === 0 ? idle + 1 : 0;
  }
  stop();
}
