import { toArray, toObject } from "../../../json/json-object.ts";
import type { ApiDocument } from "../document/read-document.ts";
import { OperationProblem } from "../document/references.ts";
import type { Operation } from "../operation/operation.ts";
import {
  describedSchemes,
  readSecuritySchemes,
  type SecurityScheme,
  type Sending,
} from "./security-scheme.ts";

/** What an operation sends to show who asks: all of `schemes`, unless it may also go without. */
export interface Security {
  readonly schemes: readonly SecurityScheme[];
  readonly optional: boolean;
}

/**
 * Chooses for an operation one of the alternatives that it takes: the one that most others take too, so that people have
 * little to connect. Throws an `OperationProblem` where none can be used.
 */
export function chooseSecurity(
  document: ApiDocument,
  operations: readonly Operation[],
): (operation: Operation) => Security {
  const schemes = readSecuritySchemes(document);
  const alternativesOf = ({ definition }: Operation) =>
    toArray(definition.security ?? document.root.security).map((names) => Object.keys(toObject(names)));
  const uses = new Map<string, number>();
  for (const name of operations.flatMap((operation) => [...new Set(alternativesOf(operation).flat())])) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const rank = (names: readonly string[]) => Math.min(...names.map((name) => uses.get(name) ?? 0));

  return (operation) => {
    const alternatives = alternativesOf(operation);
    const optional = alternatives.length === 0 || alternatives.some(({ length }) => length === 0);
    const [best] = alternatives
      .filter((names) => names.length > 0 && names.every((name) => schemes.has(name)))
      .sort((one, other) => one.length - other.length || rank(other) - rank(one));
    if (best || optional) {
      return { schemes: (best ?? []).map((name) => schemes.get(name) as SecurityScheme), optional };
    }
    const unusable = alternatives.flat().find((name) => !schemes.has(name)) as string;
    const why = Object.hasOwn(describedSchemes(document), unusable)
      ? "of a kind that cannot be sent"
      : "which the document does not describe";
    throw new OperationProblem(`asks for the credential "${unusable}", ${why}`);
  };
}

/** How to authenticate, where the person who adds a document says so. */
export type GivenAuth = Sending | { readonly how: "none" };

/** What every operation then sends, whatever the document declares. */
export const givenSecurity = (auth: GivenAuth): Security => ({
  schemes: auth.how === "none" ? [] : [{ name: "given", description: "", sending: auth }],
  optional: auth.how === "none",
});
