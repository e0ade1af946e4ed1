import { expect, test } from "vitest";
import { everything } from "../policy/scope.ts";
import { toCaller } from "./current-caller.ts";
import type { Endpoint } from "./endpoints.ts";

const endpoint: Endpoint = {
  id: "1",
  userId: "ann",
  name: "bot",
  kind: "token",
  createdAt: 0,
  scope: everything,
  approval: "ask",
  modelApproves: true,
};

test("a model approves its own calls only while its person is an admin, or for the team", () => {
  expect(toCaller(endpoint, "admin").modelApproves).toBe(true);
  expect(toCaller(endpoint, "member").modelApproves).toBeUndefined();
  expect(toCaller({ ...endpoint, role: "member" }, "member").modelApproves).toBe(true);
  expect(toCaller({ ...endpoint, approval: "dashboard" }, "admin").modelApproves).toBeUndefined();
});
