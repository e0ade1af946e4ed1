import { expect, test } from "vitest";
import { blankEndpoint, toBody } from "./new-endpoint.ts";

const dayMs = 24 * 60 * 60 * 1000;

test("sends every restriction of the form", () => {
  const form = {
    ...blankEndpoint,
    name: " Phone ",
    exposes: "pins",
    pins: ["mail.send"],
    readOnly: true,
    allow: "mail.**, notes.*\n",
    approval: "deny",
    expiresInDays: "30",
    connections: { mail: "work", notes: "" },
  } as const;
  expect(toBody(form, 1_000)).toEqual({
    name: "Phone",
    readOnly: true,
    approval: "deny",
    allow: ["mail.**", "notes.*"],
    pins: ["mail.send"],
    expiresAt: 1_000 + 30 * dayMs,
    connections: { mail: "work" },
  });
});

test("sends a role only for an endpoint of the team", () => {
  const team = { ...blankEndpoint, name: "CI", owner: "team", role: "viewer" } as const;
  expect(toBody(team, 0)).toEqual({
    name: "CI",
    readOnly: false,
    approval: "host",
    owner: "team",
    role: "viewer",
  });
  expect(toBody({ ...team, owner: "person" }, 0)).not.toHaveProperty("role");
});
