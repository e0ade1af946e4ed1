import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { PooledGateway } from "../fixtures/gateway.ts";
import { type GatewayProcess, spawnGateway } from "../fixtures/gateway-process.ts";
import { query, startPostgres, type TestPostgres, templateName } from "../fixtures/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    pool: string;
  }
}

/** Gateways that wait for a test at most. */
const maxReady = 4;

/** Starts gateways and PostgreSQL for all test files, the first time that one asks. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const gateways = createGatewayPool();
  let postgres: Promise<TestPostgres> | undefined;

  async function answer(method: string, path: string): Promise<unknown> {
    if (method === "POST" && path === "/gateways") return gateways.take();
    if (method === "DELETE") return gateways.end(Number(path.split("/").at(-1)));
    postgres ??= startMigrated();
    return { address: (await postgres).address };
  }

  const server = createServer((request, response) => {
    answer(request.method ?? "", request.url ?? "").then(
      (value) => response.end(JSON.stringify(value ?? null)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("pool", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    await gateways.close();
    await (await postgres)?.stop();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function startMigrated(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  await query(`${postgres.address}/postgres`, `create database ${templateName}`);
  const { openPostgresStore } = await import("../../packages/toolshed/src/store/postgres/postgres-store.ts");
  const store = await openPostgresStore(`${postgres.address}/${templateName}`);
  await store.close();
  return postgres;
}

interface Started extends PooledGateway {
  readonly folder: string;
  readonly gateway: GatewayProcess;
}

function createGatewayPool() {
  const running = new Map<number, Started>();
  const ready: Promise<Started>[] = [];
  let taken = 0;

  async function start(): Promise<Started> {
    const folder = mkdtempSync(join(tmpdir(), "toolshed-pool-"));
    const home = join(folder, "home");
    const outputFile = join(folder, "output");
    mkdirSync(home, { mode: 0o700 });
    const gateway = spawnGateway(home, {}, (text) => appendFileSync(outputFile, text));
    const pid = gateway.child.pid ?? 0;
    const started = { folder, home, outputFile, pid, gateway };
    running.set(pid, started);
    await gateway.running;
    return started;
  }

  async function end(pid: number): Promise<void> {
    const started = running.get(pid);
    running.delete(pid);
    await started?.gateway.end("SIGKILL");
    if (started) rmSync(started.folder, { recursive: true, force: true });
  }

  return {
    async take(): Promise<PooledGateway> {
      taken += 1;
      const next = ready.shift() ?? start();
      // A run of one file needs few gateways, a full run many.
      while (ready.length < Math.min(taken, maxReady)) {
        const another = start();
        another.catch(() => {});
        ready.push(another);
      }
      const { home, pid, outputFile } = await next;
      return { home, pid, outputFile };
    },
    end,
    async close(): Promise<void> {
      await Promise.all([...running.keys()].map(end));
    },
  };
}
