import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkProperty, hostileJson, hostileText, propertyTimeoutMs, wellFormed } from "./property-run.ts";

const answerMs = 20_000;

const method = fc.constantFrom(
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "post",
);
const segment = fc.oneof(
  hostileText.map(encodeURIComponentSafely),
  fc.constantFrom(
    "api",
    "mcp",
    "v1",
    "auth",
    "calls",
    "stream",
    "tools",
    "sources",
    "agent",
    "serve",
    "run",
    "..",
    ".",
  ),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`),
  fc.constantFrom(
    "/",
    "/api/mcp",
    "/api/mcp/",
    "/api/mcp/TOKEN",
    "//api/mcp/TOKEN",
    "/api/v1/calls?before=1e99&limit=-1",
    "/api/v1/session",
    "/api/v1/session/invitation/x",
    "/api/v1/agent/serve/run",
    "/api/v1/agent/serve/answers",
    "/api/v1/sources",
    "/api/auth/oauth2/register",
    "/api/auth/oauth2/token",
    "/api/auth/oauth2/authorize?client_id=x",
    "/.well-known/oauth-authorization-server",
    "/sign-in?code=x",
    "http://127.0.0.1/api/v1/status",
    "*",
  ),
);
const header = fc.tuple(
  fc.constantFrom(
    "authorization",
    "cookie",
    "origin",
    "content-type",
    "accept",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
    "last-event-id",
    "x-forwarded-for",
    "transfer-encoding",
    "expect",
    "upgrade",
    "x-odd",
  ),
  fc.oneof(
    hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 2_000)),
    fc.constantFrom(
      "Bearer TOKEN",
      "application/json",
      "text/event-stream",
      "chunked",
      "100-continue",
      "2026-07-28",
      "tools/call",
    ),
  ),
);
const body = fc.oneof(
  fc.constant(""),
  hostileJson,
  hostileText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
);
/** How much of the body is sent before the client goes silent. */
const sentShare = fc.constantFrom(1, 1, 1, 0.5, 0);

test("any HTTP request is answered or refused, and harms nobody", { timeout: propertyTimeoutMs }, () =>
  checkProperty(
    fc.tuple(method, path, fc.array(header, { maxLength: 5 }), body, sentShare),
    700,
    async (gateway) => {
      const { port } = new URL(gateway.url);
      const withToken = (text: string) => text.replaceAll("TOKEN", gateway.token);
      return async ([verb, target, headers, content, share]) => {
        const bytes = Buffer.from(content);
        const head = [
          `${verb} ${withToken(target)} HTTP/1.1`,
          `Host: 127.0.0.1:${port}`,
          `Content-Length: ${bytes.length}`,
          ...headers.map(([name, value]) => `${name}: ${withToken(value)}`),
        ].join("\r\n");
        const answer = await exchange(
          Number(port),
          `${head}\r\n\r\n`,
          bytes.subarray(0, bytes.length * share),
          share === 1,
        );
        // What was not sent whole may be left unanswered until it is; nothing else may.
        if (share === 1) expect(answer).toMatch(/^HTTP\/1\.1 (?!500)\d{3}/);
        else expect(answer).not.toMatch(/^HTTP\/1\.1 500/);
      };
    },
  ),
);

/** The first bytes of the answer; nothing if a request that was not sent whole gets none. */
function exchange(port: number, head: string, body: Buffer, isWhole: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      socket.write(body);
      // Node drops a connection whose client has ended its side: only those that say less than they announced do.
      if (!isWhole) socket.end();
    });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer to ${JSON.stringify(head.slice(0, 500))}`));
    }, answerMs);
    socket.once("data", (data) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(String(data));
    });
    socket.once("error", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(timer);
      resolve("");
    });
  });
}

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(wellFormed(text));
}
