import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createClientTickets } from "./client-tickets.ts";

const key = randomBytes(32);
const client = { name: "Old Client", capabilities: { elicitation: { form: {} }, roots: {} } };

test("every gateway with the same secret knows a client by its ticket", () => {
  const ticket = createClientTickets(key).issue(client, "laptop");
  expect(ticket).toMatch(/^[\w.-]+$/);
  const other = createClientTickets(key);
  expect(other.read(ticket, "laptop")).toEqual(client);
  expect(other.read(ticket, "laptop")).toEqual(client);
});

test("a ticket is worth nothing at another endpoint, with another secret, or changed", () => {
  const tickets = createClientTickets(key);
  const ticket = tickets.issue(client, "laptop");
  expect(tickets.read(ticket, "phone")).toBeUndefined();
  expect(createClientTickets(randomBytes(32)).read(ticket, "laptop")).toBeUndefined();
  const [text = "", signature = ""] = ticket.split(".");
  const forged = Buffer.from(JSON.stringify(["Evil", {}, "laptop"])).toString("base64url");
  for (const wrong of ["", ".", text, `${text}.`, `${forged}.${signature}`, `x${ticket}`, "x".repeat(10_000)])
    expect(tickets.read(wrong, "laptop"), wrong).toBeUndefined();
});

test("settings of capabilities do not make a ticket longer", () => {
  const tickets = createClientTickets(key);
  const large = {
    ...client,
    capabilities: { ...client.capabilities, experimental: { x: { y: "z".repeat(9_000) } } },
  };
  const ticket = tickets.issue(large, "laptop");
  expect(ticket.length).toBeLessThan(400);
  expect(tickets.read(ticket, "laptop")).toEqual(client);
});
