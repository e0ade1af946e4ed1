import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createFetchClientDocument } from "./fetch-client-document.ts";

/** Counts every connection, regardless of what it sends. */
async function startCanary() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, "::");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { port, connections: () => connections };
}

test("no way of writing a private address is connected to", async () => {
  const canary = await startCanary();
  const fetchDocument = createFetchClientDocument([]);
  const hosts = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::]",
    "localhost",
    "localhost.",
    "①②⑦.⓪.⓪.①",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "[64:ff9b::7f00:1]",
    "100.64.0.1",
  ];
  for (const host of hosts) {
    const fetched = await fetchDocument(`https://${host}:${canary.port}/a.json`);
    expect(fetched, host).toMatchObject({ problem: expect.any(String) });
  }
  for (const url of ["http://example.com/a.json", "file:///etc/passwd", "https://a:b@example.com/a.json"]) {
    expect(await fetchDocument(url), url).toMatchObject({ problem: "refused" });
  }
  expect(canary.connections()).toBe(0);
});

test("a host that may be private is connected to", async () => {
  const canary = await startCanary();
  const fetchDocument = createFetchClientDocument(["localhost"]);
  expect(await fetchDocument(`https://localhost:${canary.port}/a.json`)).toMatchObject({
    problem: "unreachable",
  });
  expect(canary.connections()).toBeGreaterThan(0);
});
