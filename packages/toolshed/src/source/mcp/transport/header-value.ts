const plain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const encoded = /^=\?base64\?.*\?=$/;

/** A text as the newer revision puts it into a header: as it is where a header can hold it. */
export const toHeaderValue = (text: string): string =>
  plain.test(text) && !encoded.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
