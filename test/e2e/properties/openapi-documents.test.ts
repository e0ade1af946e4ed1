import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { checkProperty, hostileJson, hostileText, propertyTimeoutMs, wellFormed } from "./property-run.ts";

const text = (value: string) => JSON.stringify(wellFormed(value));
const operation = fc
  .tuple(hostileText, hostileJson, hostileJson, hostileJson)
  .map(
    ([name, parameters, requestBody, responses]) =>
      `{"operationId":${text(name)},"summary":${text(name)},"parameters":${parameters},"requestBody":${requestBody},"responses":${responses}}`,
  );
const path = fc.tuple(
  hostileText,
  fc.constantFrom("get", "post", "delete", "x-odd", "parameters"),
  fc.oneof(operation, hostileJson),
);
const document = fc
  .tuple(
    fc.array(path, { maxLength: 8 }),
    fc.constantFrom('"openapi":"3.1.0"', '"openapi":"3.0.3"', '"swagger":"2.0"', '"openapi":3'),
    hostileJson,
    hostileJson,
  )
  .map(
    ([paths, version, components, servers]) =>
      `{${version},"info":{"title":"t","version":"1"},"servers":${servers},"components":${components},"security":${servers},"paths":{${paths
        .map(([at, verb, one]) => `${text(`/${at}`)}:{${text(verb)}:${one}}`)
        .join(",")}}}`,
  );
const yaml = fc.oneof(
  hostileText,
  fc.nat(2_000).map((depth) => `openapi: 3.1.0\npaths: ${"[".repeat(depth)}`),
  fc
    .nat(200)
    .map(
      (count) =>
        `openapi: 3.1.0\n${Array.from({ length: count }, (_, i) => `a${i}: &a${i} [${i > 0 ? `*a${i - 1}, *a${i - 1}` : "x"}]`).join("\n")}\npaths: {}`,
    ),
  fc
    .nat(200)
    .map(
      (depth) =>
        `openapi: 3.1.0\npaths:\n${Array.from({ length: depth }, (_, i) => `${" ".repeat(i + 1)}a:`).join("\n")}`,
    ),
  fc
    .array(hostileText, { maxLength: 20 })
    .map((lines) => `openapi: 3.1.0\ninfo: {}\npaths:\n  ${lines.join("\n  ")}`),
);

test("any document of an API is read or refused with a reason", { timeout: propertyTimeoutMs }, async () => {
  await checkProperty(
    fc.oneof({ weight: 2, arbitrary: document }, { weight: 1, arbitrary: yaml }),
    150,
    async (gateway) => async (given) => {
      const added = await requestAsCommand(gateway, "POST", "/sources", {
        id: "api",
        kind: "openapi",
        config: { text: given },
      });
      expect(added.status).not.toBe(500);
      if (added.status === 201) {
        expect((await requestAsCommand(gateway, "GET", "/tools?query=t")).status).toBe(200);
        expect((await requestAsCommand(gateway, "DELETE", "/sources/api")).status).toBe(200);
      }
    },
  );
});
