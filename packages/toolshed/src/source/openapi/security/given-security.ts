import type { Operation } from "../operation/operation.ts";
import type { Security } from "./choose-security.ts";
import type { SecurityScheme, Sending } from "./security-scheme.ts";

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
