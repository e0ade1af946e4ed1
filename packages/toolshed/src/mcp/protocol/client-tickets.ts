import { randomBytes } from "node:crypto";
import { createSignedTexts } from "../../home/signed-texts.ts";
import { isObject } from "../../json/json-object.ts";
import { type Client, uiExtension } from "./envelope.ts";

/**
 * Session ids for clients before 2026-07-28 where the gateway keeps nothing between requests. An id holds what the client
 * said about itself in `initialize`, signed, so that every gateway with the same secret can read it.
 */
export type ClientTickets = ReturnType<typeof createClientTickets>;

const maxKnown = 1_000;

export function createClientTickets(key: Buffer | string) {
  const texts = createSignedTexts(key);
  /** A client sends its id with each request. */
  const known = new Map<string, { client: Client; endpointId: string }>();

  function verify(id: string): { client: Client; endpointId: string } | undefined {
    const read = texts.read(id) as [Client["name"], Client["capabilities"], string] | undefined;
    if (!read) return undefined;
    const [name, capabilities, endpointId] = read;
    if (known.size >= maxKnown) known.clear();
    const found = { client: { name, capabilities }, endpointId };
    known.set(id, found);
    return found;
  }

  return {
    issue({ name, capabilities }: Client, endpointId: string): string {
      // The random part tells apart two clients of the same kind.
      return texts.write([name, outlineOf(capabilities), endpointId, randomBytes(9).toString("base64url")]);
    },

    /** Returns nothing for an id that is invalid or belongs to another endpoint. */
    read(id: string, endpointId: string): Client | undefined {
      const found = known.get(id) ?? verify(id);
      return found?.endpointId === endpointId ? found.client : undefined;
    },
  };
}

const outlined: ReadonlySet<string> = new Set(["form", "url", uiExtension]);

/** The capabilities that matter here, without their settings, which may be of any length. */
function outlineOf(capabilities: object = {}): object {
  const names = ["elicitation", "extensions", "roots", "sampling"];
  const entries = Object.entries(capabilities).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const kinds = Object.keys(isObject(value) ? value : {}).filter((kind) => outlined.has(kind));
      return [name, Object.fromEntries(kinds.map((kind) => [kind, {}]))];
    }),
  );
}
