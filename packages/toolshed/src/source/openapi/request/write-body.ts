import { randomUUID } from "node:crypto";
import { isObject, type JsonObject, toObject } from "../../../json/json-object.ts";
import type { RequestBody } from "../operation/request-body.ts";
import { toWord, writePairs } from "./write-value.ts";

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  readonly contentType?: string;
  readonly filename?: string;
}

const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)*$/;

export function writeBody(body: RequestBody, value: unknown) {
  const { kind, mediaType: contentType } = body;
  switch (kind) {
    case "json":
      return { contentType, bytes: Buffer.from(JSON.stringify(value)) };
    case "form":
      return { contentType, bytes: Buffer.from(writeForm(body, value)) };
    case "multipart":
      return writeMultipart(
        Object.entries(toObject(value)).flatMap(([name, field]) => partsOf(body, name, field)),
      );
    case "text":
      return { contentType, bytes: Buffer.from(toWord(value)) };
    case "binary":
      return { contentType, bytes: Buffer.from(toWord(value), "base64") };
  }
}

function writeForm(body: RequestBody, value: unknown): string {
  return Object.entries(toObject(value))
    .flatMap(([name, field]) => {
      const encoding = body.encodingOf(name);
      // Without a style of its own a nested object travels as JSON.
      const asJson = isObject(field) && !encoding.isStyled;
      return writePairs(name, encoding, asJson ? JSON.stringify(field) : field);
    })
    .join("&");
}

function partsOf(body: RequestBody, name: string, value: unknown): Part[] {
  const { contentType: stated, isStyled, style, explode } = body.encodingOf(name);
  const contentType = stated?.split(",", 1)[0]?.trim();
  const typed = contentType !== undefined && mediaType.test(contentType) && { contentType };
  if (Array.isArray(value)) {
    if (isStyled && !explode && value.every((item) => !isObject(item))) {
      const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
      return [{ name, bytes: Buffer.from(value.map(toWord).join(separator)) }];
    }
    return value.flatMap((item) => partsOf(body, name, item));
  }
  if (!isObject(value)) return [{ name, bytes: Buffer.from(toWord(value)), ...typed }];
  if (body.files.has(name)) return [filePart(name, value, contentType)];
  return [{ name, bytes: Buffer.from(JSON.stringify(value)), contentType: "application/json", ...typed }];
}

function filePart(
  name: string,
  { data, filename, contentType }: JsonObject,
  documented: string | undefined,
): Part {
  const type = [contentType, documented].find(
    (candidate) => typeof candidate === "string" && mediaType.test(candidate),
  );
  return {
    name,
    bytes: Buffer.from(toWord(data), "base64"),
    contentType: typeof type === "string" ? type : "application/octet-stream",
    filename: typeof filename === "string" ? filename : name,
  };
}

function writeMultipart(parts: readonly Part[]) {
  const boundary = `toolshed-${randomUUID()}`;
  const chunks = parts.flatMap(({ name, bytes, contentType, filename }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${quoteField(name)}"${
        filename === undefined ? "" : `; filename="${quoteField(filename)}"`
      }\r\n${contentType === undefined ? "" : `content-type: ${contentType}\r\n`}\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** As browsers write them: nothing in a name may end the header it stands in. */
const quoteField = (text: string): string =>
  text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
