import type { SSEStreamingApi } from "hono/streaming";
import { z } from "zod";
import { cut, maxTextLength } from "../../../call/bound-result.ts";
import { type CallOutcome, toToolResult } from "../../../call/outcome.ts";
import type { ToolResult } from "../../../call/tool-result.ts";
import { dataBounds } from "../../../json/parse-json.ts";
import type { ClientChannel, Progress } from "../../../source/source.ts";
import { found } from "../../answer.ts";
import type { AppParts } from "../../parts.ts";
import { route, traceOf } from "../route.ts";
import { type ConsoleQuestion, ConsoleQuestions } from "./console-questions.ts";

/** What `POST /tools/:path/stream` sends. The result is the last one. */
export type CallEvent =
  | ({ readonly type: "progress" } & Progress)
  | { readonly type: "log"; readonly level: string; readonly text: string; readonly logger?: string }
  | { readonly type: "question"; readonly id: string; readonly question: ConsoleQuestion }
  | ({ readonly type: "result" } & CallEnd);

export interface CallEnd {
  readonly result: ToolResult;
  /** The whole text of a result of which a model gets only the beginning. */
  readonly whole?: string;
  /** Why there is no result of the tool: a word of the gateway, or a number of the tool's server. */
  readonly code?: string | number;
  /** The pages that the tool's server wants the person to visit first. */
  readonly visits?: readonly { readonly message: string; readonly url: string }[];
}

const name = z.string().trim().min(1, "give it a name").max(100);
const args = z.record(z.string(), z.unknown());
const streamBody = z.object({ arguments: args.optional(), connection: z.string().max(100).optional() });
const answerBody = z.object({
  question: z.string().max(100),
  answer: z.object({ action: z.enum(["accept", "decline", "cancel"]), content: args.optional() }),
});

/** Proxies close connections on which nothing is sent. */
const heartbeatMs = 15_000;
/** A page that doesn't read misses progress and log messages, and gets the result. */
const maxUnsent = 200;
const maxLogLength = 4_000;
/** As much as the page reads as JSON. */
const maxWholeLength = 5_000_000;
const maxUrlLength = 8_000;
const maxMessageLength = 2_000;
const maxVisits = 10;
/** The code of MCP by which a server says that a page has to be visited first. */
const visitRequired = -32_042;

/** What the page of a tool uses: calls whose progress and questions it shows, and the calls that a person saved. */
export function consoleRoutes({ catalog, views, consoleStream, savedCalls, visibility }: AppParts) {
  const questions = new ConsoleQuestions();
  return [
    // The call ends with the stream.
    route(
      "POST /tools/:path/stream",
      { body: streamBody, maxValues: dataBounds.values },
      ({ params, body, caller, context }) =>
        consoleStream(context, async (stream, signal) => {
          const sender = new EventSender(stream);
          const ask = questions.asker(caller.userId, signal, (id, question) =>
            sender.send({ type: "question", id, question }),
          );
          const heartbeat = setInterval(() => sender.beat(), heartbeatMs);
          try {
            const outcome = await views.show({
              caller,
              client: caller.via,
              path: params.path,
              args: body.arguments,
              connection: body.connection,
              signal,
              wantsValue: true,
              elicit: ask,
              progress: (progress) => sender.report({ type: "progress", ...progress }),
              messages: { level: "debug", send: (params) => sender.report(toLog(params)) },
              clientChannel: channelOf(ask),
              trace: traceOf(context),
            });
            sender.send({ type: "result", ...toEnd(outcome) });
            await sender.settled();
          } finally {
            clearInterval(heartbeat);
          }
        }),
    ),
    route(
      "POST /tools/:path/answers",
      { body: answerBody, maxValues: dataBounds.values },
      ({ body: { question, answer }, caller }) => {
        found(questions.answer(caller.userId, question, answer as never));
      },
    ),
    route("GET /tools/:path/saved", {}, async ({ params, caller }) => ({
      calls: await savedCalls.list(caller.userId, params.path),
    })),
    route(
      "POST /tools/:path/saved",
      { body: streamBody.extend({ name }), maxValues: dataBounds.values, status: 201 },
      async ({ params, body, caller }) => {
        const { isVisible, isHiddenByProvider } = await visibility(caller);
        const tool = found(catalog.find(params.path));
        found(isVisible(tool) || isHiddenByProvider(tool));
        return savedCalls.add(caller.userId, params.path, {
          name: body.name,
          arguments: body.arguments ?? {},
          connection: body.connection ?? null,
        });
      },
    ),
    route("PATCH /tools/:path/saved/:id", { body: z.object({ name }) }, async ({ params, body, caller }) => {
      found(await savedCalls.rename(caller.userId, params.id, body.name));
    }),
    route("DELETE /tools/:path/saved/:id", {}, async ({ params, caller }) => {
      found(await savedCalls.remove(caller.userId, params.id));
    }),
  ];
}

/** Sends events in order. */
class EventSender {
  readonly #stream: SSEStreamingApi;
  #last: Promise<unknown> = Promise.resolve();
  #unsent = 0;

  constructor(stream: SSEStreamingApi) {
    this.#stream = stream;
  }

  send(event: CallEvent): void {
    this.#write(`data: ${JSON.stringify(event)}\n\n`);
  }

  /** What may be lost. */
  report(event: CallEvent): void {
    if (this.#unsent < maxUnsent) this.send(event);
  }

  beat(): void {
    if (this.#unsent === 0) this.#write(": still running\n\n");
  }

  async settled(): Promise<void> {
    await this.#last;
  }

  #write(text: string): void {
    this.#unsent += 1;
    this.#last = this.#last
      .then(() => this.#stream.write(text))
      // The page has left.
      .catch(() => {})
      .finally(() => {
        this.#unsent -= 1;
      });
  }
}

/** Servers may ask for a form, or for a visit to a page of theirs. A person has no model and no roots. */
const channelOf = (ask: (question: ConsoleQuestion) => Promise<object>): ClientChannel => ({
  era: "modern",
  capabilities: { elicitation: { form: {}, url: {} } },
  async ask(method, { mode, message, url, requestedSchema }) {
    if (method !== "elicitation/create") return undefined;
    const text = String(message ?? "");
    const answer = await ask(
      mode === "url"
        ? { type: "url", message: text, url: String(url) }
        : { type: "form", message: text, schema: Object(requestedSchema) },
    );
    return { ...answer };
  },
});

function toLog({ level, logger, data }: Readonly<Record<string, unknown>>): CallEvent {
  const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  return {
    type: "log",
    level: String(level).slice(0, 20),
    text: cut(text, maxLogLength),
    ...(typeof logger === "string" && { logger: logger.slice(0, 100) }),
  };
}

function toEnd(outcome: CallOutcome): CallEnd {
  const result = toToolResult(outcome);
  if (outcome.kind === "ok") {
    const whole = result.structuredContent === undefined ? wholeText(outcome.value) : undefined;
    return { result, ...(whole !== undefined && { whole }) };
  }
  if (outcome.kind === "refused") return { result, code: outcome.code };
  if (outcome.kind === "question" || !outcome.error) return { result };
  const { code, data } = outcome.error;
  return { result, code, ...(code === visitRequired && { visits: visitsIn(data) }) };
}

/** Present if a model gets less of it. */
function wholeText(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  return text.length > maxTextLength && text.length <= maxWholeLength ? text : undefined;
}

function visitsIn(data: unknown): NonNullable<CallEnd["visits"]> {
  const { elicitations } = Object(data);
  return (Array.isArray(elicitations) ? elicitations : [])
    .slice(0, maxVisits)
    .map(Object)
    .filter(({ url }) => typeof url === "string" && url.length <= maxUrlLength)
    .map(({ message, url }) => ({ message: String(message ?? "").slice(0, maxMessageLength), url }));
}
