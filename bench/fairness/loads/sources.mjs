// Sources that change, and answers that are large.
import { setTimeout } from "node:timers/promises";
import { stringify } from "yaml";
import { toolCall } from "../../gateway/call-request.mjs";
import { syntheticDocument } from "../../sources/synthetic-document.mjs";
import { addUpstream } from "../upstreams.mjs";

const yaml = stringify(syntheticDocument(2_000));
const json = JSON.stringify(syntheticDocument(20_000));

/** Adds a document and removes it again. */
async function addDocument({ ask, owner, round }, text) {
  const id = `document${round}`;
  const body = JSON.stringify({ id, kind: "openapi", config: { text, baseUrl: "http://127.0.0.1:9" } });
  const { status, text: answer } = await ask(owner, "/api/v1/sources", { body });
  if (status >= 300) throw new Error(answer);
  await ask(owner, `/api/v1/sources/${id}`, { method: "DELETE" });
}

/** The upstream does it all. */
const wait = () => setTimeout(1_000);

export const sourceLoads = [
  {
    name: "5,000 tools, listed 5 times a second",
    prepare: (gateway) => addUpstream(gateway, "flood", ["lists", "4999", "5"]),
    step: wait,
  },
  {
    name: "5,000 tools that change as often",
    prepare: (gateway) => addUpstream(gateway, "flood", ["lists", "4999", "5", "changing"]),
    step: wait,
  },
  {
    name: "8 MB results",
    prepare: (gateway) => addUpstream(gateway, "flood", ["results", "8"]),
    step: ({ ask, person }) =>
      ask(person.token, "/api/mcp", toolCall("call_tool", { path: "flood.echo", arguments: {} })),
  },
  {
    name: "YAML documents of 2,000 tools",
    inFlight: 1,
    step: (context) => addDocument(context, yaml.replace("Bench", `Bench ${context.round}`)),
  },
  {
    name: "JSON documents of 20,000 tools",
    inFlight: 1,
    step: (context) => addDocument(context, json.replace("Bench", `Bench ${context.round}`)),
  },
];
