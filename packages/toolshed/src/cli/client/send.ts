import { request as requestHttp } from "node:http";

interface Sent {
  readonly method: string;
  readonly secret: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Received {
  readonly status: number;
  readonly text: string;
}

/** One request and its whole answer. By Node's own client: loading `fetch` takes longer than most commands. */
export async function send(url: URL, { method, secret, body, signal }: Sent): Promise<Received> {
  const request = url.protocol === "https:" ? (await import("node:https")).request : requestHttp;
  const headers = {
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    // Node leaves it out for DELETE.
    "content-length": Buffer.byteLength(body ?? ""),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(signal && { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
