import { existsSync, readFileSync } from "node:fs";
import type { ListedSource } from "../catalog/sources.ts";
import type { BodyOf } from "../http/api.ts";
import { UserError } from "../user-error.ts";
import { describeSource } from "./describe-source.ts";
import { findGateway } from "./find-gateway.ts";
import { requestGateway } from "./request-gateway.ts";

export async function sources([action = "list", id, ...rest]: string[]): Promise<void> {
  const address = await findGateway();
  if (action === "list" && id === undefined) {
    const { sources } = await requestGateway(address, "GET /sources", {});
    if (sources.length === 0)
      process.stdout.write("No sources were added: toolshed add mcp <id> -- <command>.\n");
    for (const source of sources) process.stdout.write(describeSource(source));
    return;
  }
  const [first] = rest;
  const params = { id: id ?? "" };
  let source: ListedSource;
  if (action === "refresh" && id !== undefined && first !== undefined) {
    const body = { text: readDocument(first) };
    source = await requestGateway(address, "PUT /sources/:id/document", { params, body });
  } else if ((action === "approve" || action === "refresh") && id !== undefined && first === undefined) {
    source = await requestGateway(address, `POST /sources/:id/${action}`, { params });
  } else if (action === "trust" && id !== undefined && first !== undefined) {
    // As it was typed: the gateway checks it.
    const body = { trust: first } as BodyOf<"PUT /sources/:id">;
    source = await requestGateway(address, "PUT /sources/:id", { params, body });
  } else {
    throw new UserError(
      "Sources can be listed, approved, refreshed and trusted: toolshed sources approve <id>, toolshed sources trust <id> always.",
    );
  }
  process.stdout.write(describeSource(source));
  if (action === "refresh" && first === undefined && source.fromFile) {
    process.stdout.write(
      `  It was read from a file. To see what has changed give that again: toolshed sources refresh ${id} ./openapi.yaml\n`,
    );
  }
}

function readDocument(path: string): string {
  if (!existsSync(path)) throw new UserError(`There is no file ${path}.`);
  return readFileSync(path, "utf8");
}
