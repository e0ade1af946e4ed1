import { UserError } from "../../user-error.ts";
import { cleanText } from "../clean-text.ts";
import { hold } from "../hold.ts";
import { type Pins, review, type ToolChange } from "../review.ts";
import type { SourceTool } from "../source.ts";
import type { OpenOptions, OpenSource, SourceRecord } from "../source-kind.ts";
import { createOpenapiSource, type OpenapiSource } from "./create-openapi-source.ts";
import type { OpenapiConfig } from "./openapi-config.ts";
import type { Fetch } from "./operation-tool.ts";
import { pinTools } from "./pin-tools.ts";

/** Nobody reads more. */
const maxSkippedShown = 200;

/** An API in use. It is made from the stored text of its document, without asking anybody. */
export async function openOpenapiSource(
  first: SourceRecord,
  { onFound }: OpenOptions,
  fetch: Fetch,
): Promise<OpenSource> {
  const { id } = first;
  const config = first.config as OpenapiConfig;
  const isFromFile = config.url === undefined;

  let record = first;
  let made: OpenapiSource | undefined;
  /** What a newer text has become, until that is stored and taken on. */
  let newer: OpenapiSource | undefined;
  let pins: Pins = {};
  let changes: readonly ToolChange[] = [];
  let tools: readonly SourceTool[] = [];

  function make(text: unknown): Promise<OpenapiSource> {
    const { url, baseUrl, tags, paths, methods, auth } = config;
    return createOpenapiSource({
      id,
      ...(url !== undefined && { url }),
      ...(typeof text === "string" && { text }),
      ...(baseUrl !== undefined && { baseUrl }),
      filter: { ...(tags && { tags }), ...(paths && { paths }), ...(methods && { methods }) },
      ...(auth && { auth }),
      fetch,
    });
  }

  async function takeOn(next: SourceRecord): Promise<void> {
    record = next;
    if (record.found !== null && record.found !== made?.text) {
      made = newer && newer.text === record.found ? newer : await make(record.found);
      newer = undefined;
      pins = pinTools(made.source.tools);
    }
    changes = review(pins, record.pins, record.trust);
    const waiting = new Set(changes.flatMap((change) => (change.waiting ? change.name : [])));
    tools = (made?.source.tools ?? []).map((tool) => (waiting.has(tool.path) ? hold(tool, id) : tool));
  }

  /** Looks at another text, and tells of it once it is known to be a document. */
  async function look(text: string | undefined): Promise<string> {
    const found = await make(text);
    if (found.text !== record.found) {
      newer = found;
      onFound(found.text);
    }
    return found.text;
  }

  await takeOn(first);
  return {
    get source() {
      return { id, tools };
    },
    get providers() {
      return made?.providers ?? [];
    },
    get pins() {
      return pins;
    },
    get status(): OpenSource["status"] {
      return {
        target: config.url ?? made?.title ?? id,
        state: "running",
        reason: null,
        restarts: 0,
        stderr: [],
        changes,
        flags: made ? flagsOf(made) : [],
        ...(isFromFile && { fromFile: true }),
      };
    },
    update: takeOn,
    // Only a person can give a file again.
    find: async () => (isFromFile ? record.found : look(undefined)),
    async readDocument(text) {
      if (isFromFile) return look(text);
      throw new UserError(`${id} has an address and is asked there: toolshed sources refresh ${id}.`);
    },
    async close() {
      await (fetch as { close?(): Promise<void> }).close?.();
    },
  };
}

function flagsOf({ oddities, skipped }: OpenapiSource): OpenSource["status"]["flags"] {
  const shown = skipped
    .slice(0, maxSkippedShown)
    .map(({ operation, reason }) => ({ name: cleanText(operation).slice(0, 200), flags: [reason] }));
  const more = skipped.length - shown.length;
  const rest = more > 0 ? [{ name: `${more} operations more`, flags: ["cannot become tools either"] }] : [];
  return [...oddities, ...shown, ...rest];
}
