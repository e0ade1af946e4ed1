import type { Page } from "playwright-core";
import { openPage, type PageOptions } from "../../fixtures/browser.ts";
import { type OwnGateway, startGateway } from "../../fixtures/gateway.ts";
import { type GranolaServer, startGranola } from "../../fixtures/granola-server.ts";

export interface Dashboard {
  readonly gateway: OwnGateway;
  readonly granola: GranolaServer;
  readonly page: Page;
  /** Asks `/api/v1` as the page does, and gives the answer. */
  ask<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A gateway of its own, and a browser that the printed link has signed in. */
export async function openDashboard(options: PageOptions = {}): Promise<Dashboard> {
  const granola = await startGranola();
  const gateway = await startGateway({ environment: { GRANOLA_API_URL: granola.url } });
  const page = await openPage(options);
  await page.goto(gateway.signInLink);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return { gateway, granola, page, ask: (method, path, body) => askAs(page, method, path, body) };
}

export function askAs<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api/v1${path}`, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}
