const timeoutMs = 5_000;

export interface FetchedPage {
  readonly status: number;
  readonly body: unknown;
  /** The server's clock, if it tells its time. */
  readonly clockMs: number | undefined;
}

/** Asks a server without any credentials. Returns why it was not reached as text. */
export async function fetchPage(url: string): Promise<FetchedPage | string> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    const at = Date.parse(response.headers.get("date") ?? "");
    return {
      status: response.status,
      body: parse(text),
      clockMs: Number.isNaN(at) ? undefined : at,
    };
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    return name === "TimeoutError"
      ? "no answer in time"
      : (reasons[cause?.code ?? ""] ?? cause?.code ?? message);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "host not found",
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
