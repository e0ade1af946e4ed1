import { isSecretName } from "./mask-arguments.ts";

/** Takes out of a text what must not be shown. */
export type MaskSecrets = (text: string) => string;

const maxLength = 10_000;
const masked = "[masked]";
/** `"secret": "…"`, `API_KEY=…`, `token: …` */
const named = /(["']?)([\w.-]{1,100})\1(\s*[:=]\s*)("[^"\n]*"?|'[^'\n]*'?|[^\s,;"']+)/g;
const authorization = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const prefixed = /\b(?:ts[kar]_|sk-|gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA|eyJ)[\w.+/=-]{8,}/g;
/** Random text of at least 128 bits, as keys and tokens are written. */
const long = /[\w+/=-]{32,}/g;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Masks the given secrets, and everything that looks like one: programs print what they have in their configuration,
 * and an error shows what they print. It helps against accidents, not against a program that hides what it found.
 */
export function createMaskSecrets(known: readonly string[]): MaskSecrets {
  const secrets = known.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text.slice(0, maxLength);
    for (const secret of secrets) shown = shown.replaceAll(secret, masked);
    return shown
      .replace(privateKey, masked)
      .replace(authorization, `$1 ${masked}`)
      .replace(named, (whole, quote: string, name: string, sign: string) =>
        isSecretName(name) ? `${quote}${name}${quote}${sign}${masked}` : whole,
      )
      .replace(prefixed, masked)
      .replace(long, (word) => (looksRandom(word) ? masked : word));
  };
}

/** Words and paths have no digits between letters of both cases, and are not hexadecimal throughout. */
const looksRandom = (word: string): boolean => !uuid.test(word) && word.split("/").some(isRandomPart);

const isRandomPart = (part: string): boolean =>
  part.length >= 32 &&
  /\d/.test(part) &&
  (/^[0-9a-f]+$/i.test(part) || (/[a-z]/.test(part) && /[A-Z]/.test(part)));
