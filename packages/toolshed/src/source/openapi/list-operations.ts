import { isObject, type JsonObject, toArray, toObject } from "./json-object.ts";
import { methods, type Operation, titleOf } from "./operation.ts";
import { OperationProblem } from "./operation-problem.ts";
import type { ApiDocument } from "./read-document.ts";
import type { References } from "./references.ts";
import { upgradeOperation } from "./upgrade-operation.ts";

export interface Skipped {
  /** Such as `GET /pets/{id}`. */
  readonly operation: string;
  readonly reason: string;
}

export function listOperations(
  { root, edition }: ApiDocument,
  references: References,
): { operations: Operation[]; skipped: Skipped[] } {
  const operations: Operation[] = [];
  const skipped: Skipped[] = [];
  for (const [template, item] of Object.entries(toObject(root.paths))) {
    if (!template.startsWith("/")) continue;
    const attempt = (title: string, read: () => void) => {
      try {
        read();
      } catch (error) {
        if (!(error instanceof OperationProblem)) throw error;
        skipped.push({ operation: title, reason: error.message });
      }
    };
    attempt(template, () => {
      const followed = references.follow(item);
      const pathItem = followed === item ? followed : { ...followed, ...toObject(item) };
      for (const method of methods) {
        const stated = pathItem[method];
        if (!isObject(stated)) continue;
        attempt(titleOf({ method, template }), () => {
          const parameters = mergeParameters(references, pathItem.parameters, stated.parameters);
          const { operationId, tags } = stated;
          operations.push({
            method,
            template,
            pathItem,
            tags: toArray(tags).filter((tag) => typeof tag === "string"),
            ...(typeof operationId === "string" && operationId !== "" && { operationId }),
            ...(edition === "2.0"
              ? upgradeOperation(stated, parameters, root, references)
              : { definition: stated, parameters }),
          });
        });
      }
    });
  }
  return { operations, skipped };
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
