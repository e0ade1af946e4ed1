import { createHmac, timingSafeEqual } from "node:crypto";

/** Longer than any address of a View that is shown. */
const maxLength = 16_000;

/** Texts that hold a value of ours, signed, so that every gateway with the same secret can read them. They hide nothing. */
export function createSignedTexts(key: Buffer | string) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    write(value: unknown): string {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${sign(text).toString("base64url")}`;
    },

    /** Returns nothing for a text that none of us has written. */
    read(signed: string): unknown {
      const [text = "", signature = ""] = signed.length > maxLength ? [] : signed.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return JSON.parse(Buffer.from(text, "base64url").toString());
    },
  };
}
