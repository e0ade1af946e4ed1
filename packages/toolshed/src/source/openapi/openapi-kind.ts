import type { Jobs } from "../../jobs/jobs.ts";
import { UserError } from "../../user-error.ts";
import { parseGiven, type SourceKind } from "../source-kind.ts";
import { type ClosableFetch, openOpenapiSource } from "./open-openapi-source.ts";
import { givenConfigSchema, type OpenapiConfig } from "./openapi-config.ts";

/** APIs that are described by a document. What is found is the document's text, so that a start asks nobody for it. */
export function createOpenapiKind(options: {
  /** Called when a source first asks for something. */
  createFetch(allowPrivate: readonly string[]): Promise<ClosableFetch>;
  /** Where documents are read. */
  readonly jobs: Jobs;
}): SourceKind {
  return {
    check(given) {
      const { text, ...config } = parseGiven(givenConfigSchema, given);
      if ((config.url === undefined) === (text === undefined)) {
        throw new UserError(
          "Give the document or its address: toolshed add openapi petstore ./openapi.yaml.",
        );
      }
      return { config, secrets: {}, found: text ?? null };
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
