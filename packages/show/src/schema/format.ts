import type { Schema } from "./schemas.ts";

interface Format {
  readonly label: string;
  /** What a value must be, in a sentence. */
  readonly wanted: string;
  /** Takes time that grows with the length of the value. */
  fits(value: string): boolean;
}

const fitsUrl = (value: string) => !/\s/.test(value) && URL.canParse(value);

function fitsDate(value: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  // Some engines take February 30 as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Services often take a time without seconds or without an offset, so both are optional. */
const fitsTime = (value: string) =>
  /^([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?(z|[+-]\d\d:?\d\d)?$/i.test(value);

const url: Format = { label: "URL", wanted: "a URL such as https://example.com", fits: fitsUrl };
const formats = new Map<unknown, Format>(
  Object.entries({
    email: {
      label: "Email",
      wanted: "an email address",
      fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
    },
    uri: url,
    url,
    date: { label: "Date", wanted: "a date such as 2030-12-31", fits: fitsDate },
    "date-time": {
      label: "Date and time",
      wanted: "a date and time such as 2030-12-31T09:00:00Z",
      fits: (value) =>
        fitsDate(value.slice(0, 10)) && /[t ]/i.test(value.charAt(10)) && fitsTime(value.slice(11)),
    },
    time: { label: "Time", wanted: "a time such as 09:00:00Z", fits: fitsTime },
    uuid: {
      label: "UUID",
      wanted: "a UUID",
      fits: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
    },
    ipv4: {
      label: "IPv4 address",
      wanted: "an IPv4 address",
      fits: (value) => /^(\d{1,3}\.){3}\d{1,3}$/.test(value) && value.split(".").every((part) => +part < 256),
    },
    ipv6: {
      label: "IPv6 address",
      wanted: "an IPv6 address",
      fits: (value) => /^[\da-f:.]+$/i.test(value) && URL.canParse(`http://[${value}]`),
    },
  } satisfies Record<string, Format>),
);

/** The format that a schema names, unless it is unknown. */
export const formatOf = (name: unknown): Format | undefined => formats.get(name);

const fileFormats: readonly unknown[] = ["byte", "binary", "base64", "data-url"];

/** Whether a text is the content of a file. */
export const isFile = ({ contentEncoding, format }: Schema): boolean =>
  contentEncoding === "base64" || fileFormats.includes(format);
