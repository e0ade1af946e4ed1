import { createSender } from "../create-sender.mjs";
import { loadWith } from "../sources/load-with.mjs";

/** Sends the same POST over and over with a number of requests in flight, and tells how long each took. */
export async function load({ url, headers, body, inFlight, durationMs, check }) {
  const sender = createSender({ url, headers, connections: inFlight });
  const send = () => sender.send(body);
  check((await send()).text);
  const result = await loadWith({ send, inFlight, durationMs });
  sender.close();
  return result;
}
