import { once } from "node:events";
import { createServer } from "node:net";
import { loginFile } from "../../../home/login-file.ts";
import { sandboxPath } from "../../../http/guards/guard-origin.ts";
import { isLoopback } from "../../../http/guards/is-loopback.ts";
import { publicUrl as readPublicUrl } from "../../../http/guards/public-url.ts";
import { readSandboxUrl } from "../../../http/page/view-sandbox.ts";
import { UserError } from "../../../user-error.ts";
import { version } from "../../../version.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { listenAddress } from "../../gateway/listen-address.ts";
import { parsePort } from "../../gateway/parse-port.ts";
import { type Check, type Finding, ok, problem, skipped, warning } from "../check.ts";
import { fetchPage } from "../fetch-page.ts";
import { whoListens } from "../who-listens.ts";

export const gateway: Check = {
  name: "Gateway",
  run({ address, gateway, home }) {
    if (address && gateway) {
      const place = `${address.url} (process ${address.pid}${address.background ? ", in the background" : ""})`;
      if (gateway.version === version) return ok(`Version ${version} runs at ${place}.`);
      return problem(
        `Version ${gateway.version} runs at ${place}, but this command is version ${version}.`,
        "toolshed stop, then start it again",
      );
    }
    if (address && isAlive(address.pid)) {
      return problem(
        `The gateway of ${home} (process ${address.pid}) doesn't answer at ${address.url}.`,
        `kill ${address.pid}`,
      );
    }
    return ok("None is running. Commands start one when they need it.");
  },
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export const port: Check = {
  name: "Port",
  async run({ environment, address, gateway, publicUrl }) {
    const wanted = parsePort(environment.PORT);
    if (address && gateway && Number(new URL(address.url).port) === wanted) {
      return ok(`${wanted} is used by your gateway.`);
    }
    const { hostname, local } = listenAddress(environment, publicUrl);
    const code = await tryToListen(wanted, hostname);
    if (code === undefined) return ok(`${wanted} is free.`);
    if (code === "EACCES") {
      return problem(`You may not listen on port ${wanted}.`, "PORT=7420 toolshed start");
    }
    if (code !== "EADDRINUSE")
      return problem(`Port ${wanted} can't be used (${code}).`, "Check HOST and PORT");
    const message = `Port ${wanted} is used by ${await describeListener(wanted, local)}.`;
    const fix = `Stop that program, or use another port: PORT=${wanted + 1} toolshed start`;
    // One in the background has chosen another port.
    return gateway ? warning(`${message} Your gateway runs at ${address?.url}.`, fix) : problem(message, fix);
  },
};

async function tryToListen(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown error";
  } finally {
    server.close();
  }
}

async function describeListener(port: number, host: string): Promise<string> {
  const page = await fetchPage(`http://${host}:${port}/health`);
  const isOurs = typeof page === "object" && Object(page.body).status === "alive";
  const who = whoListens(port);
  return `${isOurs ? "a Toolshed gateway of another home" : "another program"}${who ? ` (${who})` : ""}`;
}

export const publicUrl: Check = {
  name: "Public URL",
  async run({ publicUrl: given, gateway }) {
    const url = readPublicUrl(given);
    if (url === undefined) return skipped("Not set: only this machine reaches the gateway.");
    const page = await fetchPage(`${url}/.well-known/oauth-protected-resource`);
    if (typeof page === "string") {
      const fix = gateway ? `Check the proxy and DNS: curl ${url}/health` : "toolshed start";
      return problem(`${url} can't be reached (${page}).`, fix);
    }
    const { resource_name: name, resource } = Object(page.body);
    if (name !== "Toolshed") {
      return problem(
        `Something other than a Toolshed gateway answers at ${url} (status ${page.status}).`,
        "Point the proxy or DNS entry at the gateway, or correct TOOLSHED_PUBLIC_URL",
      );
    }
    if (!String(resource).startsWith(`${url}/`)) {
      return problem(
        `The gateway at ${url} doesn't know that name: it calls itself ${String(resource)}.`,
        `TOOLSHED_PUBLIC_URL=${url} toolshed start`,
      );
    }
    return ok(`${url} reaches a gateway that knows this name.`);
  },
};

export const sandboxUrl: Check = {
  name: "Sandbox URL",
  async run({ environment, publicUrl: given }) {
    const publicUrl = readPublicUrl(given);
    const url = readSandboxUrl(environment.TOOLSHED_SANDBOX_URL, publicUrl);
    if (url === undefined) return withoutSandbox(publicUrl);
    // The sandbox answers only those hosts that it may show Views to.
    const host = publicUrl ?? "";
    const page = await fetchPage(`${url}${sandboxPath}?host=${encodeURIComponent(host)}`);
    if (typeof page === "object" && page.status === 200) return ok(`${url} shows Views for ${host}.`);
    const reason = typeof page === "string" ? page : `status ${page.status}`;
    return problem(
      `${url} doesn't show Views for ${host || "this gateway"} (${reason}).`,
      "Send that name to the same gateway, unchanged (docs/public-url.md)",
    );
  },
};

function withoutSandbox(publicUrl: string | undefined): Finding {
  if (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)) {
    return skipped("Not set: on one machine none is needed.");
  }
  return warning(
    "Not set: the dashboard can't show Views at a public URL.",
    "Set TOOLSHED_SANDBOX_URL to a second address of this gateway, on another domain",
  );
}

export const login: Check = {
  name: "Login",
  async run({ home }) {
    const login = loginFile(home).read();
    if (!login) return skipped("Commands use the gateway of this machine.");
    try {
      await requestGateway(
        { url: login.url, secret: login.token },
        "GET /agent/serve",
        {},
        AbortSignal.timeout(5_000),
      );
      return ok(`Commands use the tools of ${login.url}.`);
    } catch (error) {
      const reason = error instanceof UserError ? error.message : `${login.url} didn't answer in time.`;
      return problem(reason, `toolshed login ${login.url}, or toolshed logout to use your own gateway`);
    }
  },
};
