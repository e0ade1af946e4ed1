import type { BodyOf } from "toolshed/api";

/** What the form holds. */
export interface NewEndpoint {
  readonly name: string;
  readonly exposes: "search" | "all" | "pins";
  readonly pins: readonly string[];
  readonly readOnly: boolean;
  /** Path patterns as they are typed: separated by spaces, commas or lines. */
  readonly allow: string;
  readonly approval: "host" | "ask" | "dashboard" | "deny";
  readonly expiresInDays: string;
  readonly owner: "person" | "team";
  readonly role: string;
  /** Names of connections by provider. An empty one leaves it to the caller. */
  readonly connections: Readonly<Record<string, string>>;
}

export const blankEndpoint: NewEndpoint = {
  name: "",
  exposes: "search",
  pins: [],
  readOnly: false,
  allow: "",
  approval: "host",
  expiresInDays: "",
  owner: "person",
  role: "member",
  connections: {},
};

const dayMs = 24 * 60 * 60 * 1000;

export const toPatterns = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export function toBody(form: NewEndpoint, now: number): BodyOf<"POST /endpoints"> {
  const allow = toPatterns(form.allow);
  const fixed = Object.entries(form.connections).filter(([, name]) => name);
  return {
    name: form.name.trim(),
    readOnly: form.readOnly,
    approval: form.approval,
    ...(allow.length > 0 && { allow }),
    ...(form.exposes === "all" && { listsAll: true }),
    ...(form.exposes === "pins" && { pins: [...form.pins] }),
    ...(form.expiresInDays && { expiresAt: now + Number(form.expiresInDays) * dayMs }),
    ...(fixed.length > 0 && { connections: Object.fromEntries(fixed) }),
    ...(form.owner === "team" && { owner: form.owner, role: form.role }),
  };
}
