import { isObject, type JsonObject, toObject, toText } from "../../../json/json-object.ts";
import { OperationProblem } from "../document/references.ts";
import { shortExamples } from "../document/short-examples.ts";
import type { Operation } from "./operation.ts";

export type ParameterPlace = "path" | "query" | "header" | "cookie";
export type Style =
  | "form"
  | "simple"
  | "label"
  | "matrix"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** How a value is written into a URL, a header, a cookie or a form. */
export type Writing = ReturnType<typeof readWriting>;
export type Parameter = ReturnType<typeof readParameter>;

const maxTemplateLength = 2_000;

/** Earlier ones keep their names where two clash. */
const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];
const styles: Record<ParameterPlace, readonly [Style, ...Style[]]> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};
/** Those that the specification leaves to the body, the answer and the security scheme, and those no caller may set. */
const notTheCallers = [
  "accept",
  "content-type",
  "authorization",
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
];
const bodyArgument = "body";

/** The parameters of an operation with the names of their arguments, which every client takes. */
export function readParameters({ parameters, template }: Operation): Parameter[] {
  const used = parameters.filter(
    ({ name, in: place }) => !(place === "header" && notTheCallers.includes(toText(name).toLowerCase())),
  );
  const named = new Set([bodyArgument]);
  const read = places.flatMap((place) =>
    used
      .filter((stated) => stated.in === place)
      .map((stated) => {
        const argument = argumentFor(toText(stated.name), place, named);
        named.add(argument);
        return readParameter(stated, place, argument);
      }),
  );
  if (template.length > maxTemplateLength) throw new OperationProblem("has a path that is too long");
  for (const [, name] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (!read.some((parameter) => parameter.place === "path" && parameter.name === name)) {
      throw new OperationProblem(`has the path parameter "${name}", which it does not describe`);
    }
  }
  return read.filter(({ place, name }) => place !== "path" || template.includes(`{${name}}`));
}

/** As the document says, or as the specification does where the document says nothing. */
export function readWriting(stated: JsonObject, place: ParameterPlace) {
  const style = styles[place].find((known) => known === stated.style) ?? styles[place][0];
  return {
    style,
    explode:
      typeof stated.explode === "boolean" ? stated.explode : style === "form" || style === "deepObject",
    allowReserved: place === "query" && stated.allowReserved === true,
  };
}

function readParameter(stated: JsonObject, place: ParameterPlace, argument: string) {
  const content = isObject(stated.content) ? Object.values(stated.content)[0] : undefined;
  return {
    ...readWriting(stated, place),
    /** What the tool calls it. */
    argument,
    /** What the service calls it. */
    name: toText(stated.name),
    place,
    required: place === "path" || stated.required === true,
    /** Whether the value travels as JSON instead of in a style. */
    asJson: content !== undefined,
    /** As the document has it. */
    schema: content === undefined ? stated.schema : toObject(content).schema,
    description: toText(stated.description),
    deprecated: stated.deprecated === true,
    examples: shortExamples(stated),
  };
}

/** `filter[name]` → `filter_name`; models take only letters, digits, dots, dashes and `_`, up to 64 of them. */
function argumentFor(name: string, place: ParameterPlace, taken: ReadonlySet<string>): string {
  const plain =
    name
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 50) || place;
  if (!taken.has(plain)) return plain;
  let argument = `${plain}_${place}`;
  for (let count = 2; taken.has(argument); count++) argument = `${plain}_${place}_${count}`;
  return argument;
}
