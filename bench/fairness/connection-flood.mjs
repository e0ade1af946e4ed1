// Holds many connections to a server, each with a small request now and then, and opens those again that are closed.
// Usage: connection-flood.mjs <url> <count> <raw request as base64>. Tells its parent how many were open and closed.
import { connect } from "node:net";

const [url, countText, request] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const count = Number(countText);
const bytes = Buffer.from(request, "base64");
const renewMs = 30_000;
const openPerTick = 25;
const tickMs = 10;
const sockets = new Set();
let opened = 0;
let closed = 0;
let answered = 0;

function open() {
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.add(socket);
  opened += 1;
  const timer = setInterval(() => socket.write(bytes), renewMs);
  socket.on("connect", () => socket.write(bytes));
  socket.on("data", () => {
    answered += 1;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(timer);
    sockets.delete(socket);
    closed += 1;
  });
}

const opening = setInterval(() => {
  for (let at = 0; at < openPerTick && sockets.size < count; at += 1) open();
}, tickMs);

process.on("message", (message) => {
  if (message === "stop") {
    clearInterval(opening);
    process.send({ opened, closed, answered, open: sockets.size }, () => process.exit());
  } else process.send({ opened, closed, answered, open: sockets.size });
});
process.on("disconnect", () => process.exit());
process.send("ready");
