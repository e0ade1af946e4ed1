import { expect, test } from "vitest";
import { createLiveTickets } from "./live-tickets.ts";

const view = {
  id: "board_k7m2q",
  showing: "s1",
  instance: "first",
  owner: { userId: "ann" },
  path: "notes.board",
  title: "Board",
  tools: [],
};

test("a ticket and the address of its stream expire after 15 minutes", () => {
  let now = 0;
  const tickets = createLiveTickets("key", () => now);
  const { ticket, lane } = tickets.issue(view);
  now = 15 * 60 * 1000 - 1;
  expect(tickets.read(ticket)).toEqual({
    id: "board_k7m2q",
    showing: "s1",
    instance: "first",
    userId: "ann",
  });
  expect(tickets.readLane(lane)).toBe("ann");
  now += 1;
  expect(tickets.read(ticket)).toBeUndefined();
  expect(tickets.readLane(lane)).toBeUndefined();
});

test("rejects a ticket as a stream address, a stream address as a ticket, and both with another key", () => {
  const tickets = createLiveTickets("key");
  const { ticket, lane } = tickets.issue(view);
  const others = createLiveTickets("another key");
  expect([tickets.readLane(ticket), tickets.read(lane)]).toEqual([undefined, undefined]);
  expect([others.read(ticket), others.readLane(lane)]).toEqual([undefined, undefined]);
});
