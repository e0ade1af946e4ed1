import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Tells browsers in which a person has signed in from those of strangers. */
export interface KnownBrowsers {
  /** What a browser keeps after the person of this address has signed in. */
  create(email: string): string;
  /** The browser's id, if that person has signed in there. */
  idOf(email: string, kept: string | undefined): string | undefined;
}

/** Nothing is stored: what a browser keeps is its id, signed together with the address. */
export function createKnownBrowsers(key: string): KnownBrowsers {
  const sign = (email: string, id: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([email.toLowerCase(), id]))
      .digest("base64url");

  return {
    create(email) {
      const id = randomBytes(16).toString("base64url");
      return `${id}.${sign(email, id)}`;
    },

    idOf(email, kept = "") {
      const [id = "", signature = ""] = kept.split(".");
      const expected = Buffer.from(sign(email, id));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
  };
}
