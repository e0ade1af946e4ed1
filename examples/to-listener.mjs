import { pipeline } from "node:stream/promises";

/** Lets Node's HTTP server use a handler of web-standard requests. */
export function toListener(handler) {
  return async (incoming, outgoing) => {
    try {
      const response = await handler(await toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body) await pipeline(response.body, outgoing);
      else outgoing.end();
    } catch {
      // The other side has gone, or there is nothing it could be told.
      outgoing.destroy();
    }
  };
}

async function toRequest(incoming) {
  const { method, url, headers } = incoming;
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}
