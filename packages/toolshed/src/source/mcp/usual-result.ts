import { type CallToolResult, type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/client";
import { isUsualResult } from "./is-usual-result.ts";

/** The result of a call: texts are judged at a glance, whatever else there is by the SDK, which takes far longer. */
export const usualResult: StandardSchemaV1<unknown, CallToolResult> = {
  "~standard": {
    version: 1,
    vendor: "toolshed",
    validate: (value) =>
      isUsualResult(value)
        ? { value }
        : (specTypeSchemas.CallToolResult["~standard"].validate(value) as ReturnType<
            StandardSchemaV1<unknown, CallToolResult>["~standard"]["validate"]
          >),
  },
};
