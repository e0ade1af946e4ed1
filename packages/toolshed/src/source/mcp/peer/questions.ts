import {
  type ElicitRequest,
  isSpecType,
  type SpecTypeName,
  specTypeSchemas,
} from "@modelcontextprotocol/client";
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from "@toolshed/apps/rpc";
import type { ClientChannel, SourceCall } from "../../source.ts";

type Fields = Readonly<Record<string, unknown>>;
export type ListRoots = (during: ClientChannel | undefined) => Promise<Fields | undefined> | undefined;

const invalidRequest = -32600;
const maxVisits = 100;
/** What a server may ask, by the types of its questions and of the answers. */
const types: Readonly<Record<string, readonly [answer: SpecTypeName, params?: SpecTypeName]>> = {
  "elicitation/create": ["ElicitResult", "ElicitRequestFormParams"],
  "sampling/createMessage": ["CreateMessageResultWithTools", "CreateMessageRequestParams"],
  "roots/list": ["ListRootsResult"],
};

/** Answers what a server asks during a call by asking the caller, and nobody else. */
export class Questions {
  /** Who was sent to a page, by the ids of these visits: the server says later when one has ended. */
  readonly #visits = new Map<unknown, ClientChannel["tell"]>();
  readonly #listRoots: ListRoots;

  constructor(listRoots: ListRoots) {
    this.#listRoots = listRoots;
  }

  async answer(method: string, params: Fields, call: SourceCall | undefined): Promise<Fields> {
    if (method === "ping") return {};
    const [answerType, paramsType] = (Object.hasOwn(types, method) && types[method]) || [];
    if (!answerType) throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    // Revisions differ in what a visit has beside its address, which is the client's to judge.
    const isVisit = params.mode === "url" && typeof params.url === "string";
    const asked =
      paramsType && !isVisit ? checked(paramsType, params, `Invalid params for ${method}`) : params;
    const answer = await this.#ask(method, asked, call);
    return checked(answerType, answer, `Invalid answer to ${method}`);
  }

  /** Passes on that a visit has ended. */
  finish(method: string, params: Fields): void {
    if (!isSpecType.ElicitationCompleteNotificationParams(params)) return;
    this.#visits.get(params.elicitationId)?.({ method, params: { ...params } });
    this.#visits.delete(params.elicitationId);
  }

  async #ask(method: string, params: Fields, call: SourceCall | undefined): Promise<Fields> {
    const { ask, tell } = call?.clientChannel ?? {};
    if (method === "elicitation/create") {
      if (!ask) return elicit(call, params as ElicitRequest["params"]);
      if (params.mode === "url") this.#remember(params.elicitationId, tell);
      return (await ask(method, params)) ?? { action: "cancel" };
    }
    if (method === "sampling/createMessage") {
      const answer = await ask?.(method, params);
      if (answer) return answer;
      throw new ProtocolError(invalidRequest, "The caller of this tool has no model to ask");
    }
    const roots = await this.#listRoots(call?.clientChannel);
    if (roots) return roots;
    throw new ProtocolError(
      METHOD_NOT_FOUND,
      "The caller of this tool has no roots, or is not the only client",
    );
  }

  #remember(id: unknown, tell: ClientChannel["tell"]): void {
    const [oldest] = this.#visits.keys();
    if (this.#visits.size >= maxVisits) this.#visits.delete(oldest);
    if (id !== undefined && tell) this.#visits.set(id, tell);
  }
}

function checked(type: SpecTypeName, value: unknown, problem: string): Fields {
  const outcome = specTypeSchemas[type]["~standard"].validate(value);
  if (outcome instanceof Promise || outcome.issues) throw new ProtocolError(INVALID_PARAMS, problem);
  return outcome.value as Fields;
}

/** Asks a person through an endpoint that knows forms only. */
async function elicit(call: SourceCall | undefined, params: ElicitRequest["params"]): Promise<Fields> {
  if (!call || !("requestedSchema" in params)) return { action: "cancel" };
  const { message, requestedSchema } = params;
  const { action, content } = await call.elicit({ type: "form", message, schema: requestedSchema });
  if (action === "unavailable") return { action: "cancel" };
  return { action, ...(content && { content }) };
}
