import { createHash } from "node:crypto";
import { z } from "zod";
import { UserError } from "../../user-error.ts";
import { hold } from "../hold.ts";
import { type Pins, review } from "../review.ts";
import type { OpenSource, SourceKind, SourceRecord } from "../source-kind.ts";
import { createOpenapiSource, type OpenapiSource } from "./create-openapi-source.ts";
import type { Fetch } from "./operation-tool.ts";

const words = z.array(z.string().max(500)).max(100).optional();
const configSchema = z.strictObject({
  /** Where the document is. Absent if its text was given. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
  tags: words,
  paths: words,
  methods: words,
  /** How to authenticate. Absent means as the document declares. */
  auth: z
    .discriminatedUnion("how", [
      z.strictObject({ how: z.enum(["none", "bearer", "basic"]) }),
      z.strictObject({
        how: z.enum(["header", "query", "cookie"]),
        name: z
          .string()
          .max(100)
          .regex(/^[\w.~!#$%&'*+^`|-]+$/, "is no name of a header, a parameter or a cookie"),
      }),
    ])
    .optional(),
  /** Hosts of a private network that it may reach. */
  allowPrivate: z.array(z.string().max(300)).max(20).default([]),
  text: z
    .string()
    .max(32 * 1024 * 1024)
    .optional(),
});
type OpenapiConfig = z.output<typeof configSchema>;

/** APIs that are described by a document. What is found is the document's text, so that a start asks nobody for it. */
export function createOpenapiKind(options: {
  createFetch(allowPrivate: readonly string[]): Fetch;
}): SourceKind {
  async function make({ id, config, found }: Pick<SourceRecord, "id" | "config" | "found">, fetch: Fetch) {
    const { url, baseUrl, text = found, tags, paths, methods, auth } = config as OpenapiConfig;
    const filter = { ...(tags && { tags }), ...(paths && { paths }), ...(methods && { methods }) };
    return createOpenapiSource({
      id,
      ...(url !== undefined && { url }),
      ...(typeof text === "string" && { text }),
      ...(baseUrl !== undefined && { baseUrl }),
      filter,
      ...(auth && { auth }),
      fetch,
    });
  }

  return {
    check(config) {
      const parsed = configSchema.safeParse(config);
      if (!parsed.success) throw new UserError(z.prettifyError(parsed.error).replace(/\s*\n\s*/g, " "));
      if ((parsed.data.url === undefined) === (parsed.data.text === undefined)) {
        throw new UserError(
          "Give the document or its address: toolshed add openapi petstore ./openapi.yaml.",
        );
      }
      return { config: parsed.data, secrets: {} };
    },

    async inspect({ config }, open, call) {
      const { text, ...kept } = config as OpenapiConfig;
      return { config: kept, found: text ?? (await open.find(call)) };
    },

    async open(first, { onFound }) {
      const config = first.config as OpenapiConfig;
      const fetch = options.createFetch(config.allowPrivate);
      const isKnown = typeof (config.text ?? first.found) === "string";
      let record = first;
      let made = isKnown ? await make(first, fetch) : undefined;
      const changes = () => review(pinsOf(made), record.pins, record.trust);
      return {
        get source() {
          const waiting = new Set(changes().flatMap((change) => (change.waiting ? change.name : [])));
          const tools = made?.source.tools ?? [];
          return {
            id: first.id,
            tools: tools.map((tool) => (waiting.has(tool.path) ? hold(tool, first.id) : tool)),
          };
        },
        get providers() {
          return made?.providers ?? [];
        },
        get pins() {
          return pinsOf(made);
        },
        get status(): OpenSource["status"] {
          const flags = (made?.skipped ?? []).map(({ operation, reason }) => ({
            name: operation,
            flags: [reason],
          }));
          const target = config.url ?? made?.title ?? first.id;
          return {
            target,
            state: "running",
            reason: null,
            restarts: 0,
            stderr: [],
            changes: changes(),
            flags,
          };
        },
        async update(next) {
          const isOther = next.found !== record.found;
          record = next;
          if (isOther) made = await make(next, fetch);
        },
        async find() {
          const { text } = await make({ ...first, found: null }, fetch);
          if (text !== record.found) onFound(text);
          return text;
        },
        async close() {
          await (fetch as { close?(): Promise<void> }).close?.();
        },
      };
    },
  };
}

const pinsOf = (made: OpenapiSource | undefined): Pins =>
  Object.fromEntries(
    (made?.source.tools ?? []).map(
      ({ path, description, inputSchema, outputSchema, destructive, authProvider }) => {
        const parts = JSON.stringify([
          path,
          description,
          inputSchema,
          outputSchema,
          destructive,
          authProvider,
        ]);
        const hash = createHash("sha256").update(parts).digest("hex").slice(0, 32);
        return [path, { hash, sensitive: destructive || authProvider !== undefined }];
      },
    ),
  );
