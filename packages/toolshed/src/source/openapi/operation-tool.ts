import type { AuthProvider } from "@toolshed/sdk";
import { toObject, toText } from "../../json/json-object.ts";
import type { Digest } from "../review/digest.ts";
import { type Outline, outlineTool } from "../review/outline-tool.ts";
import type { JsonSchema, SourceCall, SourceTool } from "../source.ts";
import type { ApiDocument } from "./document/read-document.ts";
import type { References } from "./document/references.ts";
import type { OpenapiConfig } from "./openapi-config.ts";
import { type Operation, titleOf } from "./operation/operation.ts";
import { type Parameter, readParameters } from "./operation/read-parameters.ts";
import { bodySchema, readRequestBody } from "./operation/request-body.ts";
import { buildRequest, type Credential, chooseServer, type RequestPlan } from "./request/build-request.ts";
import { readAnswer } from "./request/read-answer.ts";
import { type CheckArguments, createArgumentCheck } from "./schema/check-arguments.ts";
import { createSchemaConverter, type SchemaConverter } from "./schema/convert-schema.ts";
import type { Security } from "./security/choose-security.ts";
import type { Sending } from "./security/security-scheme.ts";

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface OperationTool extends SourceTool {
  /** Such as `GET /pets/{id}`. */
  readonly operation: string;
  /** What a call asks for: `GET https://api.example.com/pets/{id}`. */
  readonly request: string;
  /** How credentials are sent: `bearer`, `header X-Api-Key`. */
  readonly credentials: string;
  readonly security: Security;
}

export interface CallOptions extends Pick<OpenapiConfig, "url" | "baseUrl"> {
  /** Gets the document and makes the calls. It has to be guarded: both addresses come from others. */
  readonly fetch: Fetch;
}

const safeMethods = ["get", "head", "options"];
const bodilessMethods = ["get", "head", "trace"];
const maxDescriptionLength = 4000;

/** Makes tools of a document's operations, one by one. `providers` are by the name of the security scheme. */
export function createToolMaker(
  document: ApiDocument,
  providers: ReadonlyMap<string, AuthProvider>,
  options: CallOptions,
) {
  const { references } = document;
  const converter = createSchemaConverter(references);
  return (operation: Operation, path: string, security: Security): OperationTool => {
    const { method, template, definition } = operation;
    const body = bodilessMethods.includes(method)
      ? undefined
      : readRequestBody(definition.requestBody, references);
    const plan: RequestPlan = {
      method,
      template,
      server: chooseServer(document, operation, options),
      parameters: readParameters(operation).filter((parameter) => !isCredential(parameter, security)),
      ...(body && { body }),
    };
    const inputSchema = converter.convert("request", (convertPart) =>
      toInputSchema(plan, convertPart, references),
    );
    const outputSchema = toOutputSchema(definition, converter, references);
    const [scheme] = security.schemes;
    const authProvider = security.optional ? undefined : scheme && providers.get(scheme.name)?.id;

    async function readCredentials({ auth }: SourceCall): Promise<Credential[]> {
      return Promise.all(
        security.schemes.map(async ({ name, sending }) => ({
          sending,
          secret: await auth.getToken(providers.get(name)?.id),
        })),
      );
    }

    /** In place of those that the service refused. Nothing if there is none that is newer. */
    async function renewCredentials(
      refused: readonly Credential[],
      { auth }: SourceCall,
    ): Promise<Credential[] | undefined> {
      const renewed = await Promise.all(
        refused.map(async (credential, index) => {
          const provider = providers.get(security.schemes[index]?.name ?? "")?.id;
          const secret = provider && (await auth.renewToken?.(provider, credential.secret));
          return secret ? { ...credential, secret } : credential;
        }),
      );
      return renewed.some((credential, index) => credential !== refused[index]) ? renewed : undefined;
    }

    let check: CheckArguments | undefined;
    const isSafe = safeMethods.includes(method);
    return {
      path,
      operation: titleOf(operation),
      name: operation.operationId ?? titleOf(operation),
      description: describe(operation),
      inputSchema,
      ...(outputSchema && { outputSchema }),
      destructive: !isSafe,
      readOnly: isSafe,
      ...(authProvider !== undefined && { authProvider }),
      request: `${method.toUpperCase()} ${plan.server}${template}`,
      credentials: security.schemes.map(({ sending }) => describeSending(sending)).join(", ") || "none",
      security,

      async parse(args) {
        // Most tools of a large document are never called.
        check ??= createArgumentCheck(inputSchema);
        return check(args);
      },

      async run(input, call) {
        const credentials = readCredentials(call);
        const known = await (security.optional ? credentials.catch(() => []) : credentials);
        const send = (credentials: readonly Credential[]) => {
          const { url, init } = buildRequest(plan, input, credentials);
          return options.fetch(url, { ...init, signal: call.signal });
        };
        const answer = await send(known);
        // What a service refuses with 401 it has not done.
        const renewed = answer.status === 401 ? await renewCredentials(known, call) : undefined;
        if (!renewed) return readAnswer(answer, document.title);
        await answer.body?.cancel();
        return readAnswer(await send(renewed), document.title);
      },
    };
  };
}

const describeSending = (sending: Sending): string =>
  "name" in sending ? `${sending.how} ${sending.name}` : sending.how;

/** Some documents list the key of a security scheme among the parameters as well. */
function isCredential({ place, name }: Parameter, { schemes }: Security): boolean {
  return schemes.some(
    ({ sending }) =>
      "name" in sending && sending.how === place && sending.name.toLowerCase() === name.toLowerCase(),
  );
}

function toInputSchema(
  { parameters, body }: RequestPlan,
  convertPart: (schema: unknown) => JsonSchema,
  references: References,
): JsonSchema {
  const properties = parameters.map(({ argument, schema, description, deprecated, examples }) => {
    const converted = convertPart(schema);
    const text = description || toText(converted.description);
    const isDeprecated = deprecated || converted.deprecated === true;
    const told = (isDeprecated ? `Deprecated. ${text}` : text).trim().slice(0, 2000);
    return [
      argument,
      {
        ...converted,
        ...(told && { description: told }),
        ...(isDeprecated && { deprecated: true }),
        ...(examples.length > 0 && { examples }),
      },
    ];
  });
  if (body) properties.push(["body", bodySchema(body, convertPart, references)]);
  const required = parameters.filter((parameter) => parameter.required).map(({ argument }) => argument);
  if (body?.required) required.push("body");
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The schema of the first answer that means success, if that is JSON. */
function toOutputSchema(
  definition: Operation["definition"],
  converter: SchemaConverter,
  references: References,
): JsonSchema | undefined {
  const responses = toObject(definition.responses);
  const status = Object.keys(responses)
    .filter((candidate) => /^2(\d\d|xx)$/i.test(candidate))
    .sort()[0];
  if (status === undefined) return undefined;
  const content = toObject(references.follow(responses[status]).content);
  const type = Object.keys(content).find((candidate) => /^application\/json\b|\+json\b/i.test(candidate));
  const schema = type === undefined ? undefined : toObject(content[type]).schema;
  return schema === undefined
    ? undefined
    : converter.convert("response", (convertPart) => convertPart(schema));
}

function describe(operation: Operation): string {
  const { summary, description, deprecated } = operation.definition;
  const texts = [toText(summary).trim(), toText(description).trim()].filter(Boolean);
  const told = [...new Set(texts)].join("\n\n") || titleOf(operation);
  return (deprecated === true ? `Deprecated. ${told}` : told).slice(0, maxDescriptionLength);
}

export const outlineOperation = (tool: OperationTool, digest: Digest): Outline => ({
  request: tool.request,
  credentials: tool.credentials,
  ...outlineTool(tool, digest),
});
