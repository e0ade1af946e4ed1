import { expect, test } from "vitest";
import { inlineJobs } from "../../../../../../test/fixtures/inline-jobs.ts";
import { createDigest } from "../../review/digest.ts";
import { listApi } from "../listed-api.ts";
import { listingVersion } from "./listing.ts";

const thing = {
  type: "object",
  required: ["name", "secret"],
  properties: {
    id: { type: "string", readOnly: true },
    secret: { type: "string", writeOnly: true, minLength: 8 },
    name: { type: "string", nullable: true, description: "What it is called.", example: "one" },
    parts: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
    kind: {
      oneOf: [
        { type: "string", enum: ["a", "b"] },
        { type: "integer", minimum: 1 },
      ],
    },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = { $ref: "#/components/schemas/Thing" };
const openapi = {
  openapi: "3.0.3",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://{region}.things.example/v1", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }, { login: ["read"] }],
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        summary: "List things",
        description: "All of them.",
        parameters: [
          { name: "filter[kind]", in: "query", style: "deepObject", schema: { type: "object" } },
          { name: "limit", in: "query", schema: { type: "integer", default: 10 }, description: "How many." },
        ],
        responses: { 200: json({ type: "array", items: ref }) },
      },
      post: {
        deprecated: true,
        requestBody: { required: true, ...json(ref) },
        responses: { 201: json(ref) },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      delete: { security: [{ login: [] }], responses: { 204: {} } },
      get: { security: [], responses: { 200: json(ref) } },
    },
    "/things/{id}/photo": { put: { responses: {} } },
  },
  components: {
    schemas: { Thing: thing },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      login: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://things.example/authorize",
            tokenUrl: "https://things.example/token",
            scopes: { read: "Read things" },
          },
        },
      },
    },
  },
};
const swagger = {
  swagger: "2.0",
  info: { title: "Older things" },
  host: "things.example",
  paths: {
    "/things/search": {
      post: {
        consumes: ["application/x-www-form-urlencoded"],
        parameters: [
          {
            name: "words",
            in: "formData",
            type: "array",
            items: { type: "string" },
            collectionFormat: "pipes",
          },
          { name: "page", in: "query", type: "integer" },
        ],
        responses: { 200: { schema: { $ref: "#/definitions/Thing" } } },
      },
    },
  },
  definitions: { Thing: { type: "object", properties: { name: { type: "string" } } } },
};

// A listing of an earlier start is used again as long as it has this version. If you change what documents become
// sees this fail, and raises the version together with the digest.
test("the same version lists the same tools of a document", async () => {
  const digests = [];
  for (const document of [openapi, swagger]) {
    const { listing } = await listApi(JSON.stringify(document), { id: "things", fetch }, inlineJobs);
    expect(listing.version).toBe(listingVersion);
    digests.push(createDigest()(listing));
  }
  expect({ version: listingVersion, digests }).toEqual({
    version: 4,
    digests: ["5557abdfd8d340aca5ec0afcd29d28ca", "c121eccf8db5835cd46beb7f81fff857"],
  });
});
