import { Agent, request } from "node:http";

/**
 * Sends requests to a server over connections that stay open. `send` gives `{ status, text }`; it rejects when the
 * connection is lost before the answer, and with `isLate` set when none came within `timeoutMs`.
 */
export function createSender({ url, headers, connections = 1, timeoutMs }) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = { agent, hostname, port };
  return {
    send: (body = "", { method = "POST", path = pathname, headers: more } = {}) =>
      new Promise((resolve, reject) => {
        const timer = timeoutMs && setTimeout(() => outgoing.destroy(late()), timeoutMs);
        const fail = (error) => {
          clearTimeout(timer);
          reject(error);
        };
        const all = { ...headers, ...more, "content-length": Buffer.byteLength(body) };
        const outgoing = request({ ...options, method, path, headers: all }, (incoming) => {
          let text = "";
          incoming.setEncoding("utf8");
          incoming.on("data", (data) => {
            text += data;
          });
          incoming.on("end", () => {
            clearTimeout(timer);
            resolve({ status: incoming.statusCode, text });
          });
          incoming.on("error", fail);
        });
        outgoing.on("error", fail);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

const late = () => Object.assign(new Error("No answer came in time"), { isLate: true });
