import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  isSpecType,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ServerCapabilities,
} from "@modelcontextprotocol/client";
import { type Peer, ProtocolError, SdkError } from "@toolshed/apps/rpc";
import { version } from "../../../version.ts";
import type { SourceCall } from "../../source.ts";
import { HttpError } from "../transport/remote-transport.ts";
import { isModernVersion, legacyVersions, modernVersion } from "../transport/revisions.ts";
import type { UpstreamTransport } from "../transport/upstream-transport.ts";

/** How the gateway tells servers who it is. */
const clientInfo = { name: "toolshed", title: "Toolshed", version } as const;

/** Tells a server that Views can be shown, so that it offers them. */
const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/** All that one caller or another can be asked. Those who cannot say so in their answer. */
const capabilities: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: true },
  extensions,
};

/** What a call adds to the params of its requests: what its caller can be asked, has answered and wants to know. */
export function paramsOf({ messages, clientChannel, canAsk }: SourceCall): Record<string, unknown> {
  const level = messages && { [LOG_LEVEL_META_KEY]: messages.level };
  if (clientChannel?.round) {
    const { meta, inputResponses, requestState } = clientChannel.round;
    return {
      _meta: { ...meta, ...level },
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
  }
  if (clientChannel?.ask) {
    const own = clientChannel.capabilities && {
      [CLIENT_CAPABILITIES_META_KEY]: { ...clientChannel.capabilities, extensions },
    };
    return level || own ? { _meta: { ...level, ...own } } : {};
  }
  // Other callers do not meet the server through an endpoint of its own: they know forms at most.
  const own = canAsk ? { elicitation: { form: {} }, extensions } : { extensions };
  return { _meta: { ...level, [CLIENT_CAPABILITIES_META_KEY]: own } };
}

/** What a server has said about itself. */
export interface Hello {
  readonly version: string;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string | undefined;
}

/** What was found out on an earlier connection, within the same authorization. */
export type Known = Hello | "legacy";

/** The connection ended at the question which revision the server speaks. */
export class DiedOfQuestion extends Error {}

class TooLate extends Error {}

const probeMs = 5_000;
const unsupportedVersion = -32022;

/** Learns what the server is and agrees on a revision: the newer one if the server knows it. */
export async function shakeHands(
  peer: Peer,
  transport: UpstreamTransport,
  known: Known | undefined,
  startMs: number,
): Promise<Hello> {
  peer.meta = {
    [PROTOCOL_VERSION_META_KEY]: modernVersion,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
  transport.setProtocolVersion(modernVersion);
  const found =
    known ??
    (await discover(peer, Math.min(probeMs, startMs)).catch((error) => legacyUnless(error, transport)));
  if (found !== "legacy") return found;
  peer.meta = undefined;
  transport.setProtocolVersion(undefined);
  return initialize(peer, transport, startMs);
}

async function discover(peer: Peer, timeout: number): Promise<Known> {
  const result = await ask(peer, { method: "server/discover", params: {} }, timeout);
  if (!isSpecType.DiscoverResult(result) || !result.supportedVersions.includes(modernVersion))
    return "legacy";
  return { version: modernVersion, capabilities: result.capabilities, instructions: result.instructions };
}

const ask = (peer: Peer, request: Parameters<Peer["request"]>[0], timeout: number) =>
  peer.request(request, { timeout, cancelSilently: true }).catch((error) => {
    if (!(error instanceof SdkError) || error.code !== "REQUEST_TIMEOUT") throw error;
    throw new TooLate(`The server didn't answer within ${timeout / 1000} seconds`, { cause: error });
  });

/** However a server takes a question that it does not know, it may still know the handshake. */
function legacyUnless(error: unknown, { isRemote, isForeign }: UpstreamTransport): "legacy" {
  const { code, data, status } = error as { code?: unknown; data?: unknown; status?: unknown };
  if (isForeign) throw error;
  if (error instanceof HttpError && (status === 401 || status === 403)) throw error;
  if (error instanceof SdkError && code === "CONNECTION_CLOSED") {
    throw new DiedOfQuestion("The server closed the connection when it was asked for its revision", {
      cause: error,
    });
  }
  // A program that passes over the question is asked no other way; an address may not be there at all.
  if (error instanceof TooLate && isRemote) throw error;
  if (error instanceof ProtocolError && code === unsupportedVersion && isOnlyModern(data)) throw error;
  return "legacy";
}

function isOnlyModern(data: unknown): boolean {
  const { supported } = Object(data) as { supported?: unknown };
  return Array.isArray(supported) && supported.length > 0 && supported.every(isModernVersion);
}

async function initialize(peer: Peer, transport: UpstreamTransport, timeout: number): Promise<Hello> {
  const params = { protocolVersion: legacyVersions[0], capabilities, clientInfo };
  const result = await ask(peer, { method: "initialize", params }, timeout);
  if (!isSpecType.InitializeResult(result)) throw new Error("The server's answer to initialize is not valid");
  const { protocolVersion: version, capabilities: own, instructions } = result;
  if (!legacyVersions.includes(version)) {
    throw new Error(`Server's protocol version is not supported: ${version.slice(0, 100)}`);
  }
  transport.setProtocolVersion(version);
  await peer.notification({ method: "notifications/initialized" });
  return { version, capabilities: own, instructions };
}
