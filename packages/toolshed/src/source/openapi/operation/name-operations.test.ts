import { expect, test } from "vitest";
import type { Method } from "../document/methods.ts";
import { nameOperations } from "./name-operations.ts";
import type { Operation } from "./operation.ts";

function operation(title: string, more: Partial<Operation> = {}): Operation {
  const [method = "", template = ""] = title.split(" ");
  return {
    method: method.toLowerCase() as Method,
    template,
    tags: [],
    parameters: [],
    definition: {},
    pathItem: {},
    ...more,
  };
}

const namesOf = (...operations: Operation[]): string[] => {
  const named = nameOperations("shop", operations);
  return operations.map((one) => named.get(one) as string);
};

test.each([
  ["GET /pets", "shop.pets.list"],
  ["POST /pets", "shop.pets.create"],
  ["GET /pets/{id}", "shop.pets.get"],
  ["PATCH /pets/{id}", "shop.pets.update"],
  ["PUT /pets/{id}", "shop.pets.set"],
  ["DELETE /pets/{id}", "shop.pets.delete"],
  ["HEAD /pets/{id}", "shop.pets.check"],
  ["OPTIONS /pets", "shop.pets.options"],
  ["POST /pets/{id}", "shop.pets.update"],
  ["GET /user", "shop.user.get"],
  ["GET /service/status", "shop.service.status.get"],
  ["POST /repos/{owner}/{repo}/issues", "shop.repos.issues.create"],
  ["GET /api/v1/pets", "shop.pets.list"],
  ["GET /v2.1/pets", "shop.pets.list"],
  ["GET /2010-04-01/Accounts.json", "shop.accounts.list"],
  ["GET /pet/findByStatus", "shop.pet.find_by_status"],
  ["POST /runs/{id}/cancel", "shop.runs.cancel"],
  ["GET /runs/{id}/cancel", "shop.runs.cancel.get"],
  ["POST /v1/{name}:cancel", "shop.cancel.create"],
  ["GET /orgs/{org}/APIKeys", "shop.orgs.api_keys.list"],
  ["GET /2fa/codes", "shop.n2fa.codes.list"],
  ["GET /größe", "shop.gro_e.get"],
  ["GET /", "shop.get"],
])("%s is %s", (title, path) => {
  expect(namesOf(operation(title))).toEqual([path]);
});

test("a path without words takes its name from the operation", () => {
  expect(namesOf(operation("GET /", { operationId: "meta/root" }))).toEqual(["shop.meta.root"]);
  expect(namesOf(operation("GET /{proxy}", { tags: ["Files"] }))).toEqual(["shop.files.get"]);
});

test("a singular word that answers with a list is listed", () => {
  const responses = { 200: { content: { "application/json": { schema: { type: "array" } } } } };
  expect(namesOf(operation("GET /env", { definition: { responses } }))).toEqual(["shop.env.list"]);
});

test("of two that want the same path the one with fewer parameters has it, in whatever order they come", () => {
  const plain = operation("GET /issues/comments");
  const nested = operation("GET /issues/{number}/comments");
  expect(namesOf(plain, nested)).toEqual([
    "shop.issues.comments.list",
    "shop.issues.comments.list_by_number",
  ]);
  expect(namesOf(nested, plain)).toEqual([
    "shop.issues.comments.list_by_number",
    "shop.issues.comments.list",
  ]);
});

test("paths do not depend on unrelated operations", () => {
  const pets = operation("GET /pets/{id}");
  const [alone] = namesOf(pets);
  expect(namesOf(operation("GET /api/things"), pets, operation("POST /pets"))[1]).toBe(alone);
});

test("all are valid and unique however much they clash", () => {
  const clashing = ["/a/{x}", "/a/{y}", "/a/{x}/{y}", "/a/{x}{y}", "/A/{x}", "/a-/{x}", "/a_/{x}"].map(
    (template) => operation(`GET ${template}`),
  );
  const names = namesOf(...clashing);
  expect(new Set(names).size).toBe(clashing.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
});
