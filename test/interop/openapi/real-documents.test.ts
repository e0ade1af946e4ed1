import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { createGuardedFetch } from "../../../packages/toolshed/src/net/guarded-fetch.ts";
import { createOpenapiSource } from "../../../packages/toolshed/src/source/openapi/create-openapi-source.ts";
import { readDocument } from "../../../packages/toolshed/src/source/openapi/document/read-document.ts";
import type { SourceCall, SourceTool } from "../../../packages/toolshed/src/source/source.ts";
import { isMatrix } from "../../fixtures/matrix.ts";
import { Ajv2020 } from "../../peers/ajv.ts";
import { type CheckedRequest, checkRequest, type ReceivedRequest } from "./check-request.ts";
import { createDocumentSchemas } from "./document-schemas.ts";
import { github, type RealDocument, realDocuments } from "./documents.ts";
import { generateArguments } from "./generate-arguments.ts";

const methods = ["get", "head", "options", "post", "put", "patch", "delete", "trace"];
const toolPath = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

const noScheme = 'asks for the credential "api_key", which the document does not describe';
const unusableDocuments: Record<string, string> = {
  "3.0/json/response-http-behavior.json": noScheme,
  "3.0/yaml/response-http-behavior.yaml": noScheme,
};

/** Operations for which there are no such arguments: what these schemas say cannot all be true. */
const contradictory: Record<string, string[]> = {
  "3.0/*/circular-request-bodies.*": ["service.direct.create with all"],
  "3.0/*/schema-additional-properties.*": ["service.post.create with all"],
  "3.0/*/schema-types.*": quirks(),
  "3.1/*/schema-types.*": quirks(),
};

function quirks(): string[] {
  const few = ["create with all", "set with all", "set with few", "update with all", "update with few"];
  return few.map((what) => `service.anything.quirks.polymorphism.${what}`);
}

const fetch = createGuardedFetch({ allowPrivate: ["127.0.0.1"] });
let lastRequest: ReceivedRequest | undefined;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  lastRequest = {
    method: request.method as string,
    url: request.url as string,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  };
  response.writeHead(204).end();
});
let baseUrl: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await fetch.close();
  server.close();
});

const importDocument = async (text: string) =>
  createOpenapiSource(readDocument(text), { id: "service", baseUrl, fetch });

const call = {
  auth: { getToken: async () => "a-token" },
  signal: new AbortController().signal,
} as unknown as SourceCall;

/** The operations of a document, counted without anything of ours. */
function operationsOf(document: {
  paths?: Record<string, Record<string, unknown>>;
}): { method: string; template: string }[] {
  const schemas = createDocumentSchemas(document);
  return Object.entries(document.paths ?? {}).flatMap(([template, item]) => {
    const resolved = schemas.resolve(item);
    return methods.filter((method) => resolved[method]).map((method) => ({ method, template }));
  });
}

describe.each(realDocuments.map((document) => [document.name, document] as const))(
  "%s",
  (name, { text }: RealDocument) => {
    const document = text.startsWith("{") ? JSON.parse(text) : parseYaml(text, { logLevel: "silent" });
    const operations = operationsOf(document);
    const unusable = unusableDocuments[name];
    if (unusable !== undefined) {
      test("cannot be used, and is told why", async () => {
        await expect(importDocument(text)).rejects.toThrow(unusable);
      });
      return;
    }
    if (operations.length === 0) {
      test("has nothing to call, and says so", async () => {
        await expect(importDocument(text)).rejects.toThrow("The document has no operations.");
      });
      return;
    }

    test("becomes tools with valid, unique paths and valid schemas", async () => {
      const { source, skipped } = await importDocument(text);
      expect(source.tools.length + skipped.length).toBe(operations.length);
      for (const { reason } of skipped) expect(reason).not.toBe("");
      const paths = source.tools.map(({ path }) => path);
      expect(paths.filter((path) => !toolPath.test(path) || path.length > 160)).toEqual([]);
      expect(new Set(paths).size).toBe(paths.length);

      const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
      for (const { path, inputSchema, outputSchema } of source.tools) {
        for (const schema of [inputSchema, outputSchema ?? {}]) {
          expect(ajv.validateSchema(schema), `${path}: ${ajv.errorsText()}`).toBe(true);
          expect(danglingReferences(schema), path).toEqual([]);
        }
        for (const name of Object.keys(inputSchema.properties as object))
          expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
      }
    }, 120_000);

    // It says the same as its twin in JSON.
    if (name.endsWith(".yaml")) return;

    test("gets requests that conform to it, with all arguments and with only those that are required", async () => {
      const { source, skipped } = await importDocument(text);
      const schemas = createDocumentSchemas(document);
      const left = operations.filter(
        ({ method, template }) =>
          !skipped.some(({ operation }) => operation === `${method.toUpperCase()} ${template}`),
      );
      const problems: string[] = [];
      const unfit: string[] = [];
      const step = source.tools.length > 300 && !isMatrix ? 4 : 1;
      for (const [index, tool] of source.tools.entries()) {
        if (index % step !== 0) continue;
        const operation = left[index] as (typeof operations)[number];
        for (const isFull of [true, false]) {
          const args = await fittingArguments(tool, isFull);
          if (args === undefined) {
            unfit.push(`${tool.path} ${isFull ? "with all" : "with few"}`);
            continue;
          }
          lastRequest = undefined;
          await tool.run(args, call);
          const request = lastRequest as unknown as ReceivedRequest;
          if (request.method !== operation.method.toUpperCase())
            problems.push(`${tool.path} sent ${request.method}`);
          const checked = checkRequest(document, schemas, operation, request);
          for (const problem of [...checked.problems, ...differences(args, checked)]) {
            problems.push(`${tool.path} (${operation.method} ${request.url}): ${problem}`);
          }
        }
      }
      expect(problems).toEqual([]);
      expect(unfit).toEqual(contradictory[name.replace(/(json|yaml)/g, "*")] ?? []);
    }, 120_000);
  },
);

test("GitHub's document is read in seconds", async () => {
  const started = performance.now();
  const { source } = await importDocument(github.text);
  console.warn(`GitHub: ${source.tools.length} tools in ${Math.round(performance.now() - started)} ms`);
  expect(source.tools.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "service.repos.issues.create",
      "service.repos.issues.list",
      "service.repos.pulls.get",
    ]),
  );
});

/** The first of some generated arguments that the tool takes. */
async function fittingArguments(
  tool: SourceTool,
  isFull: boolean,
): Promise<Record<string, unknown> | undefined> {
  for (let branch = 0; branch < 8; branch++) {
    const parsed = await tool.parse(generateArguments(tool.inputSchema, { isFull, branch }));
    if ("input" in parsed) return parsed.input as Record<string, unknown>;
  }
  return undefined;
}

/** What arrived otherwise than it was sent. Bodies are compared where they travel as JSON. */
function differences(args: Record<string, unknown>, { received }: CheckedRequest): string[] {
  return [...received].flatMap(([name, value]) => {
    if (name === "body" || args[name] === undefined) return [];
    const [sent, arrived] = [toWord(args[name]), toWord(value)];
    return sent === arrived ? [] : `${name} was sent as ${sent} and arrived as ${arrived}`;
  });
}

/** A URL does not tell 1 from "1". */
const toWord = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

function danglingReferences(schema: Record<string, unknown>): string[] {
  const names = new Set(Object.keys((schema.$defs ?? {}) as object));
  const found = JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g);
  return [...found]
    .map(([, target]) => target as string)
    .filter((target) => !names.has(target.replace("#/$defs/", "")));
}
