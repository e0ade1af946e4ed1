import { isObject, type JsonObject, toArray, toObject } from "../../../json/json-object.ts";
import { methods } from "../document/methods.ts";
import type { ApiDocument } from "../document/read-document.ts";
import { OperationProblem, type References } from "../document/references.ts";
import { type Operation, titleOf } from "./operation.ts";
import { upgradeOperation } from "./upgrade-operation.ts";

export interface Skipped {
  /** Such as `GET /pets/{id}`. */
  readonly operation: string;
  readonly reason: string;
}

/** What becomes of an operation, or nothing, and a note of why not. */
export function attempt<T>(operation: string, skipped: Skipped[], make: () => T): T[] {
  try {
    return [make()];
  } catch (error) {
    if (!(error instanceof OperationProblem)) throw error;
    skipped.push({ operation, reason: error.message });
    return [];
  }
}

export function listOperations(document: ApiDocument): { operations: Operation[]; skipped: Skipped[] } {
  const skipped: Skipped[] = [];
  const templates = Object.keys(toObject(document.root.paths)).filter((path) => path.startsWith("/"));
  const operations = templates.flatMap((template) => {
    const [pathItem = {}] = attempt(template, skipped, () => findPathItem(document, template));
    return methods
      .filter((method) => isObject(pathItem[method]))
      .flatMap((method) =>
        attempt(titleOf({ method, template }), skipped, () =>
          toOperation(document, pathItem, { method, template }),
        ),
      );
  });
  return { operations, skipped };
}

/** One that was listed, by its title. */
export function findOperation(document: ApiDocument, title: string): Operation | undefined {
  const template = title.slice(title.indexOf(" ") + 1);
  const method = methods.find((candidate) => titleOf({ method: candidate, template }) === title);
  const pathItem = findPathItem(document, template);
  if (!method || !isObject(pathItem[method])) return undefined;
  return toOperation(document, pathItem, { method, template });
}

function findPathItem({ root, references }: ApiDocument, template: string): JsonObject {
  const item = toObject(root.paths)[template];
  const followed = references.follow(item);
  return followed === item ? followed : { ...followed, ...toObject(item) };
}

function toOperation(
  document: ApiDocument,
  pathItem: JsonObject,
  { method, template }: Pick<Operation, "method" | "template">,
): Operation {
  const stated = toObject(pathItem[method]);
  const parameters = mergeParameters(document.references, pathItem.parameters, stated.parameters);
  const { operationId, tags } = stated;
  return {
    method,
    template,
    pathItem,
    tags: toArray(tags).filter((tag) => typeof tag === "string"),
    ...(typeof operationId === "string" && operationId !== "" && { operationId }),
    ...(document.edition === "2.0"
      ? upgradeOperation(stated, parameters, document)
      : { definition: stated, parameters }),
  };
}

/** An operation's parameter takes the place of its path's with the same name and place. */
function mergeParameters(references: References, ofPath: unknown, ofOperation: unknown): JsonObject[] {
  if (ofPath === undefined && ofOperation === undefined) return [];
  const merged = new Map<string, JsonObject>();
  for (const stated of [...toArray(ofPath), ...toArray(ofOperation)]) {
    const parameter = references.follow(stated);
    if (typeof parameter.name === "string") merged.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...merged.values()];
}
