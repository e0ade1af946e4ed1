import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { RefusedRequest } from "./address-guard.ts";
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts";

const servers: Server[] = [];
const fetches: GuardedFetch[] = [];

afterEach(async () => {
  await Promise.all(fetches.splice(0).map((fetch) => fetch.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: RequestListener): Promise<{ port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { port: (server.address() as AddressInfo).port, requests };
}

const toLoopback = async () => [{ address: "127.0.0.1", family: 4 }];

/** Reaches the servers of a test under the names of `allowPrivate`, and nothing else on this machine. */
function guarded(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  const fetch = createGuardedFetch({
    allowPrivate: ["one.example", "two.example"],
    resolveHost: toLoopback,
    ...options,
  });
  fetches.push(fetch);
  return fetch;
}

function countListeners(signal: AbortSignal): { added(): number; open(): number } {
  let added = 0;
  let removed = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    added += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    removed += 1;
    remove(...args);
  };
  return { added: () => added, open: () => added - removed };
}

const forbidden = [
  "http://127.0.0.1:PORT/",
  "http://2130706433:PORT",
  "http://0x7f.1:PORT",
  "http://0177.0.0.1:PORT",
  "http://0:PORT",
  "http://[::1]:PORT",
  "http://[::ffff:127.0.0.1]:PORT",
  "http://[::127.0.0.1]:PORT",
  "http://[::]:PORT",
  "http://localhost:PORT",
  "http://localhost.:PORT",
  "http://①②⑦.⓪.⓪.①:PORT",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/",
  "http://[64:ff9b::7f00:1]:PORT",
  "http://[2002:7f00:1::]:PORT",
  "http://[fe80::1]/",
  "http://100.64.0.1/",
  "http://10.0.0.1/",
  "http://192.168.1.1/",
  "http://172.16.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "file:///etc/passwd",
  "data:text/plain,hello",
  "ftp://one.example/",
  "http://a:b@one.example:PORT/",
];

describe.each(forbidden)("%s", (address) => {
  test("is refused as the first address", async () => {
    const canary = await listen((_, response) => response.end("reached"));
    const fetch = guarded();
    await expect(fetch(address.replace("PORT", String(canary.port)))).rejects.toThrow(RefusedRequest);
    expect(canary.requests).toHaveLength(0);
  });

  test("is refused as the target of a redirect", async () => {
    const canary = await listen((_, response) => response.end("reached"));
    const location = new URL(address.replace("PORT", String(canary.port))).href;
    const start = await listen((_, response) => response.writeHead(302, { location }).end());
    const fetch = guarded();
    await expect(fetch(`http://one.example:${start.port}/`)).rejects.toThrow(RefusedRequest);
    expect(start.requests).toHaveLength(1);
    expect(canary.requests).toHaveLength(0);
  });
});

describe("names", () => {
  test("that resolve to any private address are refused", async () => {
    const canary = await listen((_, response) => response.end("reached"));
    const fetch = guarded({
      resolveHost: async () => [
        { address: "127.0.0.1", family: 4 },
        { address: "93.184.216.34", family: 4 },
      ],
    });
    await expect(fetch(`http://mixed.example:${canary.port}/`)).rejects.toThrow(
      "mixed.example is in a private network",
    );
    expect(canary.requests).toHaveLength(0);
  });

  test("are resolved once for a connection, so that an answer that flips later changes nothing", async () => {
    const canary = await listen((_, response) => response.end("reached"));
    let lookups = 0;
    const fetch = guarded({
      connectTimeoutMs: 200,
      resolveHost: async () => [{ address: lookups++ === 0 ? "192.0.2.1" : "127.0.0.1", family: 4 }],
      allowPrivate: ["192.0.2.0/24"],
    });
    await expect(fetch(`http://flips.example:${canary.port}/`)).rejects.toThrow();
    expect(lookups).toBe(1);
    await expect(fetch(`http://flips.example:${canary.port}/`)).rejects.toThrow(RefusedRequest);
    expect(canary.requests).toHaveLength(0);
  });
});

describe("a private address", () => {
  test.each([
    ["by its host's name", ["one.example"]],
    ["by its range", ["127.0.0.0/8"]],
    ["alone", ["127.0.0.1"]],
  ])("is reached when it is allowed %s", async (_, allowPrivate) => {
    const { port } = await listen((_, response) => response.end("reached"));
    const response = await guarded({ allowPrivate })(`http://one.example:${port}/`);
    expect(await response.text()).toBe("reached");
  });

  test("is reached as a literal only when its own range is allowed", async () => {
    const { port } = await listen((_, response) => response.end("reached"));
    const response = await guarded({ allowPrivate: ["127.0.0.0/8"] })(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe("reached");
    await expect(guarded({ allowPrivate: ["10.0.0.0/8"] })(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      RefusedRequest,
    );
  });
});

describe("a redirect", () => {
  const headers = {
    authorization: "Bearer s3cret",
    cookie: "a=b",
    "x-api-key": "s3cret",
    accept: "text/plain",
  };

  test("within the origin keeps all headers", async () => {
    const { port, requests } = await listen((request, response) =>
      request.url === "/" ? response.writeHead(307, { location: "/there" }).end() : response.end("there"),
    );
    const response = await guarded()(`http://one.example:${port}/`, { headers });
    expect(await response.text()).toBe("there");
    expect(requests[1]?.headers).toMatchObject(headers);
  });

  test("to another origin leaves every header behind that may hold a key", async () => {
    const { port, requests } = await listen((request, response) =>
      request.headers.host?.startsWith("one")
        ? response.writeHead(302, { location: `http://two.example:${port}/there` }).end()
        : response.end("there"),
    );
    const response = await guarded()(`http://one.example:${port}/`, { headers });
    expect(await response.text()).toBe("there");
    expect(requests[1]?.headers.accept).toBe("text/plain");
    expect(JSON.stringify(requests[1]?.headers)).not.toContain("s3cret");
    expect(requests[1]?.headers).not.toHaveProperty("cookie");
  });

  test("to another origin does not take a body along", async () => {
    const { port, requests } = await listen((_, response) =>
      response.writeHead(307, { location: `http://two.example:${port}/there` }).end(),
    );
    const sent = guarded()(`http://one.example:${port}/`, { method: "POST", body: "s3cret" });
    await expect(sent).rejects.toThrow("must not get what was sent");
    expect(requests).toHaveLength(1);
  });

  test("of a POST by 303 becomes a GET", async () => {
    const { port, requests } = await listen((request, response) =>
      request.method === "POST" ? response.writeHead(303, { location: "/done" }).end() : response.end("done"),
    );
    await guarded()(`http://one.example:${port}/`, { method: "POST", body: "x" });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /", "GET /done"]);
  });

  test("that does not end is given up", async () => {
    const { port, requests } = await listen((_, response) =>
      response.writeHead(302, { location: "/" }).end(),
    );
    await expect(guarded({ maxRedirects: 3 })(`http://one.example:${port}/`)).rejects.toThrow(
      "redirects too often",
    );
    expect(requests).toHaveLength(4);
  });
});

describe("limits", () => {
  test("an answer that does not begin is given up", async () => {
    const { port } = await listen(() => {});
    await expect(
      guarded({ headersTimeoutMs: 100 })(`http://one.example:${port}/?key=s3cret`),
    ).rejects.toThrow(/^one\.example:\d+ cannot be reached: no answer in time$/);
  });

  test("an answer that stops is given up", async () => {
    const { port } = await listen((_, response) => response.write("begun"));
    await expect(guarded({ bodyTimeoutMs: 100 })(`http://one.example:${port}/`)).rejects.toThrow(
      /^one\.example:\d+ cannot be reached: no answer in time$/,
    );
  });

  test("refuses an answer whose content-length is too large", async () => {
    const { port } = await listen((_, response) => response.end("x".repeat(2000)));
    await expect(guarded({ maxBodyBytes: 1000 })(`http://one.example:${port}/`)).rejects.toThrow(
      "over 1000 bytes",
    );
  });

  test("an answer that unpacks to more than allowed is cut off", async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(10_000_000)));
    });
    await expect(guarded({ maxBodyBytes: 1_000_000 })(`http://one.example:${port}/`)).rejects.toThrow(
      "over 977 KB",
    );
  });

  test.each(["application/json", "text/event-stream"])(
    "what comes packed as %s is unpacked",
    async (type) => {
      const { port, requests } = await listen((_, response) => {
        const headers = { "content-type": type, "content-encoding": "gzip" };
        response.writeHead(500, headers).end(gzipSync('"Grüße"'));
      });
      const response = await guarded()(`http://one.example:${port}/`);
      expect([response.status, await response.text()]).toEqual([500, '"Grüße"']);
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(requests[0]?.headers["accept-encoding"]).toContain("gzip");
    },
  );

  test("an event stream may be long, but each event is limited", async () => {
    const kilobyte = `data: ${"x".repeat(1024)}\n\n`;
    const { port } = await listen(async ({ url }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let count = 0; count < 64; count++) {
        response.write(url === "/one" ? kilobyte.trim() : kilobyte);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    const read = async (path: string, options: Partial<GuardedFetchOptions>) =>
      (await (await guarded(options)(`http://one.example:${port}${path}`)).text()).length;
    const limits = { maxBodyBytes: 8_192, maxEventBytes: 8_192 };
    expect(await read("/many", limits)).toBe(64 * kilobyte.length);
    await expect(read("/one", limits)).rejects.toThrow("over 8 KB");
    await expect(read("/many", { maxBodyBytes: 8_192 })).rejects.toThrow("over 8 KB");
  });

  test("requests that share a signal listen to it once, and not after their answers", async () => {
    const { port } = await listen((_, response) => response.end("ok"));
    const fetch = guarded();
    const ending = new AbortController();
    const { added, open } = countListeners(ending.signal);
    const warnings: Error[] = [];
    const warn = (warning: Error) => {
      warnings.push(warning);
    };
    process.on("warning", warn);
    onTestFinished(() => {
      process.off("warning", warn);
    });
    const ask = async () => (await fetch(`http://one.example:${port}`, { signal: ending.signal })).text();
    for (let round = 0; round < 2; round++) {
      expect(await Promise.all(Array.from({ length: 30 }, ask))).toEqual(Array(30).fill("ok"));
      expect(open()).toBe(0);
    }
    expect(added()).toBe(2);
    const cancelled = await fetch(`http://one.example:${port}`, { signal: ending.signal });
    await cancelled.body?.cancel();
    await expect(fetch("http://three.example", { signal: ending.signal })).rejects.toThrow();
    expect(open()).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  test("the caller's signal ends it", async () => {
    const ending = new AbortController();
    const { port } = await listen(() => ending.abort(new Error("no longer wanted")));
    await expect(guarded()(`http://one.example:${port}/`, { signal: ending.signal })).rejects.toThrow(
      "no longer wanted",
    );
  });
});

describe("Retry-After", () => {
  const busyOnce = (status: number, retryAfter: string) => {
    let asked = 0;
    return listen((_, response) =>
      asked++ === 0
        ? response.writeHead(status, { "retry-after": retryAfter }).end()
        : response.end("at last"),
    );
  };

  test.each([429, 503])("of a %i is waited for once", async (status) => {
    const { port, requests } = await busyOnce(status, "0");
    const response = await guarded()(`http://one.example:${port}/`);
    expect(await response.text()).toBe("at last");
    expect(requests).toHaveLength(2);
  });

  test.each([
    ["is longer than allowed", "60", "GET"],
    ["belongs to a call that changes something", "0", "POST"],
    ["is nonsense", "soon", "GET"],
  ])("is handed to the caller when it %s", async (_, retryAfter, method) => {
    const { port, requests } = await busyOnce(429, retryAfter);
    const response = await guarded()(`http://one.example:${port}/`, { method });
    expect(response.status).toBe(429);
    expect(requests).toHaveLength(1);
  });

  test("may be a date", async () => {
    const { port } = await busyOnce(503, new Date(Date.now() - 1000).toUTCString());
    expect((await guarded()(`http://one.example:${port}/`)).status).toBe(200);
  });
});
