// The least that anything in between can do: it reads a request, sends it on and answers with what it gets.
import { Agent, request as ask, createServer } from "node:http";

const agent = new Agent({ keepAlive: true });
const target = new URL(process.argv[2]);

function send(headers, body) {
  return new Promise((resolve, reject) => {
    ask(target, { agent, method: "POST", headers }, async (answer) => resolve(await read(answer)))
      .on("error", reject)
      .end(body);
  });
}

const read = async (message) => JSON.parse(Buffer.concat(await message.toArray()).toString());

const server = createServer(async (request, response) => {
  const { host, connection, ...headers } = request.headers;
  const text = JSON.stringify(await send(headers, JSON.stringify(await read(request))));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
});
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}/mcp` }));
