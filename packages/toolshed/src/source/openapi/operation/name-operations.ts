import { createHash } from "node:crypto";
import { toObject } from "../../../json/json-object.ts";
import type { Method } from "../document/methods.ts";
import { wordsOf } from "../document/words.ts";
import { type Operation, titleOf } from "./operation.ts";

/** What a method does to the thing, or to the collection, that a path leads to. */
const actions: Record<Method, { onItem: string; onCollection: string }> = {
  get: { onItem: "get", onCollection: "get" },
  head: { onItem: "check", onCollection: "check" },
  options: { onItem: "options", onCollection: "options" },
  post: { onItem: "update", onCollection: "create" },
  put: { onItem: "set", onCollection: "set" },
  patch: { onItem: "update", onCollection: "update" },
  delete: { onItem: "delete", onCollection: "delete" },
  trace: { onItem: "trace", onCollection: "trace" },
};
/** Beginnings of a last segment that say what is done: `/pet/findByStatus`, `/runs/{id}/cancel`. */
const readingVerbs =
  "check count download export find get list lookup preview query search show validate verify".split(" ");
const changingVerbs =
  `accept activate add apply approve archive assign authorize block cancel clear clone close complete confirm connect convert copy
  create deactivate decline delete deploy disable disconnect dismiss duplicate enable execute finish generate import init insert
  install invite join leave link lock login logout mark merge move pause publish purge recover refresh register reject remove
  rename reopen replace request rerun resend reset restart restore resume retry revoke rotate run send set start stop submit
  subscribe suspend sync transfer trigger unarchive unblock unlink unlock unpublish unsubscribe unsuspend update upgrade upload`.split(
    /\s+/,
  );
const singularInS = /(ss|us|is|settings|stats|statistics|analytics|news|details)$/;
/** Leading segments that tell nothing of what is behind them. */
const emptyPrefix = /^(api|rest|v?\d+([._-]\d+)*)$/i;
const maxSegmentLength = 48;

/**
 * Gives each operation the path `namespace.resource.action`. It follows from the operation alone, unless two want the
 * same one: then the one with fewer parameters has it, and the other adds what tells it apart.
 */
export function nameOperations(namespace: string, operations: readonly Operation[]): Map<Operation, string> {
  const named = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const operation of inPrecedence(operations)) {
    for (const path of candidatesOf(namespace, operation)) {
      if (taken.has(path)) continue;
      taken.add(path);
      named.set(operation, path);
      break;
    }
  }
  return named;
}

function* candidatesOf(namespace: string, operation: Operation): Generator<string> {
  const segments = segmentsFor(operation);
  const plain = [namespace, ...segments].join(".");
  yield plain;
  const parameters = parametersOf(operation.template);
  if (parameters.length > 0) {
    yield `${plain}_by_${toSegment(parameters.at(-1) as string)}`;
    yield `${plain}_by_${parameters.map(toSegment).join("_and_")}`;
  }
  yield `${plain}_by_${operation.method}`;
  yield `${plain}_${createHash("sha256").update(titleOf(operation)).digest("hex").slice(0, 8)}`;
}

function segmentsFor(operation: Operation): string[] {
  const { method, template } = operation;
  const parts = template.split("/").filter(Boolean);
  const literals = parts.map(literalOf);
  const firstTelling = literals.findIndex((literal) => literal !== "" && !emptyPrefix.test(literal));
  const resource = literals
    .slice(Math.max(0, firstTelling))
    .filter((literal) => wordsOf(literal).length > 0)
    .map(toSegment);
  if (firstTelling === -1) return withoutResource(operation);

  const endsInItem = literals.at(-1) === "";
  const last = resource.at(-1) as string;
  if (!endsInItem && resource.length > 1 && isActionOf(last, method)) return resource;
  return [...resource, actionOf(operation, endsInItem, last)];
}

/** For paths such as `/` and `/{proxy}`. */
function withoutResource({ operationId, tags, method }: Operation): string[] {
  const words = operationId?.split(/[/.]/).filter((part) => wordsOf(part).length > 0) ?? [];
  if (words.length > 0) return words.map(toSegment);
  return [
    ...tags
      .slice(0, 1)
      .filter((tag) => wordsOf(tag).length > 0)
      .map(toSegment),
    actions[method].onItem,
  ];
}

function isActionOf(segment: string, method: Method): boolean {
  const verb = segment.split("_", 1)[0] as string;
  return method === "get"
    ? readingVerbs.includes(verb)
    : method === "post" && [...readingVerbs, ...changingVerbs].includes(verb);
}

function actionOf(operation: Operation, endsInItem: boolean, last: string): string {
  const { onItem, onCollection } = actions[operation.method];
  if (endsInItem) return onItem;
  const isPlural = last.endsWith("s") && !singularInS.test(last);
  return operation.method === "get" && (isPlural || answersList(operation)) ? "list" : onCollection;
}

function answersList({ definition }: Operation): boolean {
  const content = Object.values(toObject(toObject(toObject(definition.responses)["200"]).content));
  return toObject(toObject(content[0]).schema).type === "array";
}

/** What a segment says beside its parameters: `{id}` nothing, `{name}:cancel` and `report.json` something. */
function literalOf(segment: string): string {
  return segment
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\.(json|xml|csv)$/i, "")
    .trim()
    .replace(/^[-.:;,]+$/, "");
}

function toSegment(text: string): string {
  const segment = wordsOf(text).join("_").slice(0, maxSegmentLength).replace(/_+$/, "");
  return /^[a-z]/.test(segment) ? segment : `n${segment}`;
}

const parametersOf = (template: string): string[] =>
  [...template.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] as string);

function inPrecedence(operations: readonly Operation[]): Operation[] {
  return operations
    .map((operation) => ({ operation, count: parametersOf(operation.template).length }))
    .sort(
      ({ operation: one, count }, { operation: other, count: otherCount }) =>
        count - otherCount || compare(one.template, other.template) || compare(one.method, other.method),
    )
    .map(({ operation }) => operation);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
