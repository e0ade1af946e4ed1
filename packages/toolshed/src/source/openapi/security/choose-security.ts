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
 * Chooses for each operation one of the alternatives that it takes: the one that most others take too, so that people
 * have little to connect. Where none can be used, an `OperationProblem` says why.
 */
export function chooseSecurity(
  document: ApiDocument,
  operations: readonly Operation[],
): Map<Operation, Security | OperationProblem> {
  const schemes = readSecuritySchemes(document);
  const stated = new Map(
    operations.map((operation) => [
      operation,
      alternativesOf(operation.definition.security ?? document.root.security),
    ]),
  );
  const uses = new Map<string, number>();
  for (const alternatives of stated.values()) {
    for (const name of new Set(alternatives.flat())) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const described = new Set(Object.keys(describedSchemes(document)));
  const problemWith = (name: string) =>
    new OperationProblem(
      described.has(name)
        ? `asks for the credential "${name}", of a kind that cannot be sent`
        : `asks for the credential "${name}", which the document does not describe`,
    );
  const rank = (names: readonly string[]) => Math.min(...names.map((name) => uses.get(name) ?? 0));

  const chosen = new Map<Operation, Security | OperationProblem>();
  for (const [operation, alternatives] of stated) {
    const optional = alternatives.length === 0 || alternatives.some(({ length }) => length === 0);
    const [best] = alternatives
      .filter((names) => names.length > 0 && names.every((name) => schemes.has(name)))
      .sort((one, other) => one.length - other.length || rank(other) - rank(one));
    const usable = best?.map((name) => schemes.get(name) as SecurityScheme);
    if (usable || optional) chosen.set(operation, { schemes: usable ?? [], optional });
    else chosen.set(operation, problemWith(alternatives.flat().find((name) => !schemes.has(name)) as string));
  }
  return chosen;
}

const alternativesOf = (security: unknown): string[][] =>
  toArray(security).map((alternative) => Object.keys(toObject(alternative)));

/** How to authenticate, where the person who adds a document says so. */
export type GivenAuth = Sending | { readonly how: "none" };

/** What every operation then sends, whatever the document declares. */
export function givenSecurity(auth: GivenAuth, operations: readonly Operation[]): Map<Operation, Security> {
  const security = { schemes: givenScheme(auth), optional: auth.how === "none" };
  return new Map(operations.map((operation) => [operation, security]));
}

/** The one that stands for what was given, if that sends anything. */
export const givenScheme = (auth: GivenAuth): SecurityScheme[] =>
  auth.how === "none" ? [] : [{ name: "given", description: "", sending: auth }];
