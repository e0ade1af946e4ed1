// Reads of what has piled up: 200,000 recorded calls, and 10,000 tools.
import { get } from "node:http";
import { toolCall } from "../../gateway/call-request.mjs";
import { addTools } from "../upstreams.mjs";

const words =
  `invoice customer message calendar event file folder issue comment user team channel report payment order
  product search create update delete list export import status price label branch release`.split(/\s+/);
const filters = ["path=nothing-like-this", "outcome=failed", "via=nowhere", "path=tool_7&outcome=failed", ""];

export const readingLoads = [
  {
    name: "lists and filters of 200,000 calls",
    prepare: (gateway) => gateway.seedCalls(),
    step: ({ ask, owner, round }) =>
      ask(owner, `/api/v1/calls?of=all&limit=1000&${filters[round % filters.length]}`, { method: "GET" }),
  },
  {
    name: "20 streams of calls",
    prepare: (gateway) => gateway.seedCalls(),
    inFlight: 1,
    async step({ url, owner, ask, person }) {
      const headers = { authorization: `Bearer ${owner}`, accept: "text/event-stream" };
      const streams = Array.from({ length: 7 }, () =>
        get(`${url}/api/v1/calls/stream?of=all`, { headers }, (incoming) => incoming.resume()),
      );
      for (const stream of streams) stream.on("error", () => {});
      for (let call = 0; call < 200; call += 1)
        await ask(person.token, "/api/mcp", toolCall("call_tool", { path: "samples.notes.list" }));
      for (const stream of streams) stream.destroy();
    },
  },
  {
    name: "searches over 10,000 tools",
    prepare: (gateway) => addTools(gateway, 2),
    step({ ask, person, round }) {
      const query = Array.from({ length: 4 }, (_, at) => words[(round * (at + 3)) % words.length]).join(" ");
      return ask(person.token, "/api/mcp", toolCall("search_tools", { query: `${query} ${round}` }));
    },
  },
];
