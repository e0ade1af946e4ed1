import type { ElicitRequest } from "@toolshed/sdk";
import { expect, test } from "vitest";
import { approvalModes, type Caller } from "../policy/caller.ts";
import { elicitThroughClient } from "./question.ts";

const accept = async () => ({ action: "accept" }) as const;
const callerWith = (approval: Caller["approval"]): Caller => ({
  userId: "ann",
  role: "member",
  via: "laptop",
  audience: "model",
  scope: { readOnly: false },
  approval,
});
const approval: ElicitRequest = { type: "approval", message: "Delete?" };
const emptyForm: ElicitRequest = { type: "form", message: "Delete?", schema: { type: "object" } };
const form: ElicitRequest = { ...emptyForm, schema: { type: "object", properties: { name: {} } } };

test.each(approvalModes)("with approval %s, the client answers what it may", async (mode) => {
  const elicit = elicitThroughClient(callerWith(mode), accept);
  const answers = await Promise.all(
    [approval, emptyForm, form].map(async (one) => (await elicit(one)).action),
  );
  const approving = mode === "dashboard" ? "unavailable" : "accept";
  expect(answers).toEqual([approving, approving, "accept"]);
});
