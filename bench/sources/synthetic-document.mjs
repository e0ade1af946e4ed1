/** Four operations on each of many resources, whose schemas refer to one another. */
export function syntheticDocument(operations) {
  const paths = {};
  const schemas = {};
  for (let index = 0; index < operations / 4; index++) {
    const schema = { $ref: `#/components/schemas/Thing${index}` };
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "The thing", content } };
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    schemas[`Thing${index}`] = {
      type: "object",
      required: ["name"],
      properties: {
        id: { type: "string", readOnly: true },
        name: { type: "string", description: `What thing ${index} is called` },
        previous: { $ref: `#/components/schemas/Thing${Math.max(0, index - (index % 10))}` },
      },
    };
    paths[`/things${index}`] = {
      post: { summary: `Create thing ${index}`, requestBody: { required: true, content }, responses },
    };
    paths[`/things${index}/{id}`] = {
      parameters: [id],
      get: { summary: `Get thing ${index}`, responses },
      patch: { summary: `Update thing ${index}`, requestBody: { content }, responses },
      delete: { summary: `Delete thing ${index}`, responses: { 204: { description: "Gone" } } },
    };
  }
  return { openapi: "3.0.3", info: { title: "Bench", version: "1" }, paths, components: { schemas } };
}
