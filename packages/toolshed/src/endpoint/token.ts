import { hash, randomBytes } from "node:crypto";

const prefix = "tsk_";
const pattern = /^tsk_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$/;

/** 256 random bits and a checksum, by which scanners for leaked secrets can tell it from noise. */
export function createToken(): string {
  const body = randomBytes(32).toString("base64url");
  return prefix + body + checksum(body);
}

/** What a token may look like. Sorts out noise without asking the store. */
export function isToken(text: string): boolean {
  return pattern.test(text) && text.endsWith(checksum(text.slice(prefix.length, -6)));
}

/** One SHA-256 is enough for 256 random bits, and looking the digest up compares no secret. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

function checksum(body: string): string {
  return hash("sha256", body, "base64url").slice(0, 6);
}
