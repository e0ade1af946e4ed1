import { expect, test } from "vitest";
import { EventParser, type ServerEvent } from "./event-parser.ts";

function parse(...chunks: string[]): ServerEvent[] {
  const parser = new EventParser();
  return chunks.flatMap((chunk) => parser.push(Buffer.from(chunk)));
}
const dataOf = (...chunks: string[]) => parse(...chunks).map(({ data }) => data);

test("reads events however they are cut into chunks", () => {
  expect(dataOf('data: {"a":1}\n\ndata: 2\r\n\r\ndata:3\r\r')).toEqual(['{"a":1}', "2", "3"]);
  expect(dataOf("da", 'ta: {"a"', ":1}\n", "\n")).toEqual(['{"a":1}']);
  expect(dataOf("data: 1\r", "\n\r", "\ndata: 2\n\n")).toEqual(["1", "2"]);
  expect(dataOf("data: one\ndata: two\n\n")).toEqual(["one\ntwo"]);
});

test("reads letters that are cut in two", () => {
  const parser = new EventParser();
  const bytes = Buffer.from("data: 東京\n\n");
  const events = [...bytes].flatMap((byte) => parser.push(Uint8Array.of(byte)));
  expect(events.map(({ data }) => data)).toEqual(["東京"]);
});

test("reads the other fields, and counts what has no data", () => {
  expect(parse("id: 7\nevent: endpoint\nretry: 50\ndata: /messages\n\n: ping\n\n\n")).toMatchObject([
    { id: "7", type: "endpoint", retryMs: 50, data: "/messages", length: 44 },
    { id: undefined, type: "message", data: "", length: 6 },
    { data: "", length: 0 },
  ]);
});
