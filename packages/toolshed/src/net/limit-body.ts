import { RefusedRequest } from "./refused-request.ts";

const nullBodyStatuses = [101, 204, 205, 304];

export const tooLongAnswer = (host: string, maxBodyBytes: number): RefusedRequest =>
  new RefusedRequest(`The answer of ${host} is over ${maxBodyBytes} bytes.`);

/** The same answer, whose body fails once it is longer than allowed. */
export function limitBody(response: Response, maxBodyBytes: number, host: string): Response {
  const tooLong = () => tooLongAnswer(host, maxBodyBytes);
  if (Number(response.headers.get("content-length")) > maxBodyBytes) {
    void response.body?.cancel();
    throw tooLong();
  }
  if (
    !response.body ||
    maxBodyBytes === Number.POSITIVE_INFINITY ||
    nullBodyStatuses.includes(response.status)
  )
    return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) throw tooLong();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url } = response;
  const limited = new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  return Object.defineProperty(limited, "url", { value: url });
}
