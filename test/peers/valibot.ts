export { toStandardJsonSchema } from "@valibot/to-json-schema";
export * as v from "valibot";
