import { type PolicySwitch, parseSwitches, type ViewPolicy } from "./view-policy.ts";

/** The switches a person granted to each View, keyed by the View's hash. A changed View has to ask again. */
export interface PolicyGrants {
  /** Returns what a View was granted. Pass it as `policy` to `mountView` or `<AppFrame>`. */
  readonly policy: (view: { hash: string }) => ViewPolicy;
  /** Grants a View one more switch. Takes effect the next time the View is mounted. */
  allow(hash: string, name: PolicySwitch): void;
  /** Revokes everything a View was granted. */
  revoke(hash: string): void;
}

/** Stores grants in `localStorage`, or in any storage with the same methods. */
export function createPolicyGrants(
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = localStorage,
): PolicyGrants {
  const keyOf = (hash: string) => `view-policy:${hash}`;
  const granted = (hash: string) => parseSwitches(storage.getItem(keyOf(hash)));
  return {
    policy: ({ hash }) => Object.fromEntries(granted(hash).map((name) => [name, true])),
    allow: (hash, name) => storage.setItem(keyOf(hash), [...granted(hash), name].join(",")),
    revoke: (hash) => storage.removeItem(keyOf(hash)),
  };
}
