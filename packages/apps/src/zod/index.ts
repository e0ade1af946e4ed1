export type { StandardSchemaV1, StandardSchemaWithJSON } from "../protocol/standard-schema.ts";
export { toStandardJsonSchema } from "./to-standard-json-schema.ts";
