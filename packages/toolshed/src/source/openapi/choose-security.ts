import { toArray, toObject } from "./json-object.ts";
import type { Operation } from "./operation.ts";
import type { ApiDocument } from "./read-document.ts";
import type { SecurityScheme } from "./security-scheme.ts";

/** What an operation sends to show who asks: all of `schemes`, unless it may also go without. */
export interface Security {
  readonly schemes: readonly SecurityScheme[];
  readonly optional: boolean;
}

/**
 * Chooses for each operation one of the alternatives that it takes: the one that most others take too, so that people
 * have little to connect. An operation is absent if none of its alternatives can be used.
 */
export function chooseSecurity(
  { root }: ApiDocument,
  operations: readonly Operation[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): Map<Operation, Security> {
  const stated = new Map(
    operations.map((operation) => [
      operation,
      alternativesOf(operation.definition.security ?? root.security),
    ]),
  );
  const uses = new Map<string, number>();
  for (const alternatives of stated.values()) {
    for (const name of new Set(alternatives.flat())) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const rank = (names: readonly string[]) => Math.min(...names.map((name) => uses.get(name) ?? 0));

  const chosen = new Map<Operation, Security>();
  for (const [operation, alternatives] of stated) {
    const optional = alternatives.length === 0 || alternatives.some(({ length }) => length === 0);
    const [best] = alternatives
      .filter((names) => names.length > 0 && names.every((name) => schemes.has(name)))
      .sort((one, other) => one.length - other.length || rank(other) - rank(one));
    if (best) {
      chosen.set(operation, { schemes: best.map((name) => schemes.get(name) as SecurityScheme), optional });
    } else if (optional) {
      chosen.set(operation, { schemes: [], optional });
    }
  }
  return chosen;
}

const alternativesOf = (security: unknown): string[][] =>
  toArray(security).map((alternative) => Object.keys(toObject(alternative)));
