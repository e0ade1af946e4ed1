import { isObject } from "../../../json/json-object.ts";
import type { Parameter, Writing } from "../operation/read-parameters.ts";

type Encode = (text: string) => string;

/** The value as it stands in a path: `5`, `.5`, `;id=5`. */
export function writeInPath({ name, style, explode, asJson }: Parameter, value: unknown): string {
  if (asJson) return percentEncode(JSON.stringify(value));
  if (style === "label") return `.${writeSimple(value, explode, explode ? "." : ",", percentEncode)}`;
  if (style !== "matrix") return writeSimple(value, explode, ",", percentEncode);
  const key = percentEncode(name);
  if (!explode || !isComposite(value)) return `;${key}=${writeSimple(value, false, ",", percentEncode)}`;
  const pairs = Array.isArray(value) ? value.map((item) => [name, item] as const) : entriesOf(value);
  return pairs.map(([field, item]) => `;${percentEncode(field)}=${percentEncode(toWord(item))}`).join("");
}

/** The value as it stands in a header: in the bytes of UTF-8, and with nothing that could end the header. */
export function writeInHeader({ explode, asJson }: Parameter, value: unknown): string {
  const text = asJson ? JSON.stringify(value) : writeSimple(value, explode, ",", (word) => word);
  return Buffer.from(text.replace(/\p{Cc}+/gu, " ")).toString("latin1");
}

/** The pairs of a query, of a form or of a cookie, encoded: `["tags=a", "tags=b"]`. */
export function writePairs(
  name: string,
  { style, explode, allowReserved }: Writing,
  value: unknown,
): string[] {
  const encode = allowReserved ? percentEncodeReserved : percentEncode;
  const pair = (key: string, item: unknown) => `${percentEncode(key)}=${encode(toWord(item))}`;
  if (!isComposite(value)) return [pair(name, value)];
  if (style === "deepObject") {
    return deepPairs(name, value).map(([key, item]) => pair(key, item));
  }
  if (explode) {
    return Array.isArray(value)
      ? value.map((item) => pair(name, item))
      : entriesOf(value).map(([key, item]) => pair(key, item));
  }
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
  return [`${percentEncode(name)}=${writeSimple(value, false, separator, encode)}`];
}

function writeSimple(value: unknown, explode: boolean, separator: string, encode: Encode): string {
  if (Array.isArray(value)) return value.map((item) => encode(toWord(item))).join(separator);
  if (!isObject(value)) return encode(toWord(value));
  const joiner = explode ? "=" : separator;
  return entriesOf(value)
    .map(([key, item]) => `${encode(key)}${joiner}${encode(toWord(item))}`)
    .join(separator);
}

function deepPairs(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value))
    return value.flatMap((item) => (isComposite(item) ? deepPairs(name, item) : [[name, item]]));
  if (!isObject(value)) return [[name, value]];
  return entriesOf(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);

const isComposite = (value: unknown): value is object => typeof value === "object" && value !== null;

/** No style says how to write what is nested deeper, so that becomes JSON. */
export const toWord = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

const reserved = /%(3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

/** Leaves only what RFC 3986 calls unreserved. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Leaves reserved characters too, but for those that would end the query or start another pair. */
function percentEncodeReserved(text: string): string {
  return percentEncode(text).replace(reserved, (code) =>
    ["%23", "%26", "%2B"].includes(code) ? code : decodeURIComponent(code),
  );
}
