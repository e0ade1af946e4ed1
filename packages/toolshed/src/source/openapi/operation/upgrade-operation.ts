import { type JsonObject, toArray, toObject } from "../../../json/json-object.ts";
import type { ApiDocument } from "../document/read-document.ts";
import type { Operation } from "./operation.ts";

/** Swagger 2 separates the items of a list in these ways; what OpenAPI 3 has no style for becomes plain commas. */
const styles: Record<string, JsonObject> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};
/** The fields of a parameter that are not part of its schema. */
const parameterFields = ["name", "in", "required", "description", "collectionFormat", "allowEmptyValue"];

/** An operation of Swagger 2 in the form of OpenAPI 3.0. */
export function upgradeOperation(
  stated: JsonObject,
  parameters: readonly JsonObject[],
  { root, references }: ApiDocument,
): Pick<Operation, "definition" | "parameters"> {
  const consumes = mediaTypes(stated.consumes ?? root.consumes);
  const produces = mediaTypes(stated.produces ?? root.produces);
  const body = parameters.find((parameter) => parameter.in === "body");
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  const requestBody = body
    ? upgradeBody(body, consumes)
    : fields.length > 0
      ? upgradeForm(fields, consumes)
      : undefined;
  const responses = Object.entries(toObject(stated.responses)).map(([status, response]) => [
    status,
    upgradeResponse(references.follow(response), produces),
  ]);
  return {
    definition: { ...stated, requestBody, responses: Object.fromEntries(responses) },
    parameters: parameters
      .filter((parameter) => !["body", "formData"].includes(String(parameter.in)))
      .map(upgradeParameter),
  };
}

function upgradeParameter(parameter: JsonObject): JsonObject {
  const { name, required, description } = parameter;
  const isList = parameter.type === "array";
  const style = parameter.in === "query" && isList && styles[String(parameter.collectionFormat ?? "csv")];
  return { name, in: parameter.in, required, description, schema: schemaOf(parameter), ...(style || {}) };
}

function upgradeBody({ description, required, schema }: JsonObject, consumes: readonly string[]): JsonObject {
  return { description, required, content: contentOf(consumes, schema) };
}

function upgradeForm(fields: readonly JsonObject[], consumes: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === "file");
  const isMultipart = hasFile || consumes.includes("multipart/form-data");
  const properties = fields.map((field) => [
    String(field.name),
    { description: field.description, ...schemaOf(field) },
  ]);
  const required = fields.filter((field) => field.required === true).map(({ name }) => name);
  const encoding = fields
    .filter(({ type }) => type === "array")
    .map((field) => [field.name, styles[String(field.collectionFormat ?? "csv")] ?? {}]);
  return {
    required: required.length > 0,
    content: {
      [isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"]: {
        schema: { type: "object", properties: Object.fromEntries(properties), required },
        encoding: Object.fromEntries(encoding),
      },
    },
  };
}

function upgradeResponse({ description, schema }: JsonObject, produces: readonly string[]): JsonObject {
  return { description, ...(schema !== undefined && { content: contentOf(produces, schema) }) };
}

function contentOf(types: readonly string[], schema: unknown): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function mediaTypes(stated: unknown): string[] {
  const types = toArray(stated).filter((type) => typeof type === "string");
  return types.length > 0 ? types : ["application/json"];
}

function schemaOf(parameter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parameter).filter(([key]) => !parameterFields.includes(key)));
}
