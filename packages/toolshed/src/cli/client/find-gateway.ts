import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type GatewayAddress, gatewayFile } from "../../home/gateway-address.ts";
import { homeFolder, makeHome } from "../../home/home.ts";
import { installList } from "../../home/installs.ts";
import { loginFile } from "../../home/login-file.ts";
import { packageFile } from "../../package-files.ts";
import { UserError } from "../../user-error.ts";
import { invocation } from "../invocation.ts";
import { type GatewayDoor, requestGateway } from "./request-gateway.ts";

const startMs = 15_000;
const answerMs = 3_000;

/** The gateway that owns the home. Starts one in the background if none runs. */
export async function findGateway(): Promise<GatewayAddress> {
  const home = homeFolder(invocation());
  makeHome(home);
  return (await runningGateway(home)) ?? startInBackground(home);
}

/** The gateway whose tools are used: the one that was logged in to, or else the one that owns the home. */
export async function findCatalog(): Promise<GatewayDoor> {
  const login = loginFile(homeFolder(invocation())).read();
  return login ? { url: login.url, secret: login.token } : findGateway();
}

/** The endpoint that a client was set up with. Without one it gets nothing: all that the person may use would be more. */
export async function findClientDoor(client: string): Promise<GatewayDoor> {
  const [install] = installList(homeFolder(invocation())).of(client);
  if (!install)
    throw new UserError(`${client} is not set up here. Run "toolshed install ${client}" first.`, {
      code: "refused",
    });
  const { url } = await findGateway();
  return { url, secret: install.token };
}

/** The gateway that answers for the home, if one does. */
export async function runningGateway(home: string): Promise<GatewayAddress | undefined> {
  const address = gatewayFile(home).read();
  if (!address) return undefined;
  // A process that was killed leaves its address behind, and another program may since have taken the port.
  return requestGateway(address, "GET /status", {}, AbortSignal.timeout(answerMs)).then(
    () => address,
    () => undefined,
  );
}

async function startInBackground(home: string): Promise<GatewayAddress> {
  const { stderr, env, cwd } = invocation();
  stderr.write("Starting a gateway in the background…\n");
  const logFile = join(home, "gateway.log");
  const log = openSync(logFile, "w", 0o600);
  const command = fileURLToPath(packageFile("bin/toolshed.js"));
  const child = spawn(process.execPath, [command, "start", "--background"], {
    env,
    cwd,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.unref();

  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(50)) {
    // The child may also end because another command has just started a gateway: then that one answers.
    const address = await runningGateway(home);
    if (address) return address;
    if (ended && gatewayFile(home).read() === undefined) break;
  }
  const last = readFileSync(logFile, "utf8").trim().split("\n").at(-1);
  throw new UserError(`The gateway did not start: ${last || `see ${logFile}`}`, { code: "unreachable" });
}
