import { expect, test } from "vitest";
import type { SourceTool } from "../source/source.ts";
import { type Narrowing, narrow } from "./narrow.ts";

const tool = (path: string, readOnly: boolean) => ({ path, readOnly }) as SourceTool;
const read = tool("mail.read", true);
const send = tool("mail.send", false);
const mailbox = tool("mailbox.list", true);
const hidden = tool("mail.admin", true);

const kept = (narrowing: Narrowing) => {
  const keep = narrow(narrowing, (one) => one !== hidden);
  return [read, send, mailbox, hidden].filter((one) => keep(one, one.path.split(".")[0] ?? ""));
};

test("keeps the tools of one source, and leaves out a source whose id only begins like it", () => {
  expect(kept({ source: "mail" })).toEqual([read, send]);
});

test("keeps only tools that read if asked to", () => {
  expect(kept({ readOnly: true })).toEqual([read, mailbox]);
  expect(kept({ readOnly: true, source: "mail" })).toEqual([read]);
});

test("never shows a tool that is hidden", () => {
  expect(kept({})).toEqual([read, send, mailbox]);
});
