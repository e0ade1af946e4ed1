import { setTimeout as sleep } from "node:timers/promises";
import type { ToolContext } from "@toolshed/sdk";
import { networkReason } from "../../net/network-reason.ts";

/** How long a call may wait for the service to take requests again. */
const maxWaitMs = 10_000;

type Request = Pick<ToolContext, "fetch" | "signal">;

/** GETs from Granola's public API. What the service says against it becomes the error's message. */
export async function getFromGranola(
  apiUrl: string,
  path: string,
  query: Record<string, string | undefined>,
  key: string,
  { fetch, signal }: Request,
): Promise<unknown> {
  const url = new URL(`${apiUrl}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  const send = () =>
    fetch(url, { headers }).catch((error) => {
      const reason = networkReason(error);
      if (reason === undefined) throw error;
      throw new Error(`Couldn't reach Granola (${reason}). Check your connection and try again.`, {
        cause: error,
      });
    });

  let response = await send();
  const waitMs = Number(response.headers.get("retry-after")) * 1000;
  if (response.status === 429 && waitMs > 0 && waitMs <= maxWaitMs) {
    await sleep(waitMs, undefined, { signal });
    response = await send();
  }
  if (!response.ok) throw new Error(`Granola API error ${response.status}: ${response.statusText}`);
  return response.json().catch(() => {
    throw new Error("Granola API error: the answer is not JSON");
  });
}
