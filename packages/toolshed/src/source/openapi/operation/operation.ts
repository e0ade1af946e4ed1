import type { JsonObject } from "../../../json/json-object.ts";
import type { Method } from "../document/methods.ts";

/** One operation of a document, in the form of OpenAPI 3 whatever its edition. */
export interface Operation {
  readonly method: Method;
  /** The path with its parameters: `/pets/{id}`. */
  readonly template: string;
  readonly operationId?: string;
  readonly tags: readonly string[];
  /** Those of the operation and of its path, with all references followed. */
  readonly parameters: readonly JsonObject[];
  readonly definition: JsonObject;
  readonly pathItem: JsonObject;
}

/** How people call an operation: `GET /pets/{id}`. */
export const titleOf = ({ method, template }: Pick<Operation, "method" | "template">): string =>
  `${method.toUpperCase()} ${template}`;
