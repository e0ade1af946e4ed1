import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Tells browsers in which a person has signed in from those of strangers. */
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** Nothing is stored: what a browser keeps is its id, signed together with the address. */
export function createKnownBrowsers(key: string) {
  const sign = (email: string, id: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([email.toLowerCase(), id]))
      .digest("base64url");

  return {
    /** What a browser keeps after the person of this address has signed in. */
    create(email: string): string {
      const id = randomBytes(16).toString("base64url");
      return `${id}.${sign(email, id)}`;
    },

    /** The browser's id, if that person has signed in there. */
    idOf(email: string, kept = ""): string | undefined {
      const [id = "", signature = ""] = kept.split(".");
      const expected = Buffer.from(sign(email, id));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
  };
}
