import type { Jobs } from "../../jobs/jobs.ts";
import { UserError } from "../../user-error.ts";
import { parseGiven, type SourceKind } from "../source-kind.ts";
import { type FoundApi, unlisted } from "./listed-api.ts";
import { type ClosableFetch, openOpenapiSource } from "./open-openapi-source.ts";
import { givenConfigSchema, type OpenapiConfig } from "./openapi-config.ts";

const check: SourceKind["check"] = (given) => {
  const { text, ...config } = parseGiven(givenConfigSchema, given);
  if ((config.url === undefined) === (text === undefined)) {
    throw new UserError("Give the document or its address: toolshed add openapi petstore ./openapi.yaml.");
  }
  return { config, secrets: {}, found: text ?? null };
};

/** APIs that are described by a document. What is found is the document's text, so that a start asks nobody for it. */
export function createOpenapiKind(options: {
  /** Called when a source first asks for something. */
  createFetch(allowPrivate: readonly string[]): Promise<ClosableFetch>;
  /** Where documents are read. */
  readonly jobs: Jobs;
}): SourceKind {
  return {
    check,

    change(record, given) {
      const { url, text } = parseGiven(givenConfigSchema, given);
      // The stored document stays if no other is given, and is listed again with the new config.
      if (url === undefined && text === undefined && record.found !== null)
        return {
          ...check({ ...(given as object), text: "" }, {}),
          found: unlisted(record.found as FoundApi),
        };
      return check(given, {});
    },

    secretNames: () => ({ env: [], headers: [] }),

    destination(config) {
      const { url, baseUrl } = config as OpenapiConfig;
      const asked = baseUrl ?? url;
      return asked === undefined ? "document" : new URL(asked).origin;
    },

    async inspect({ config }, open, call) {
      return { config, found: await open.find(call) };
    },

    open: (record, openOptions) =>
      openOpenapiSource(record, openOptions, {
        createFetch: () => options.createFetch((record.config as OpenapiConfig).allowPrivate),
        jobs: options.jobs,
      }),
  };
}
