import { commandTags } from "../clean-text.ts";

/** What descriptions of tools say when they are meant to steer a model behind the person's back. */
const steering = [
  /\b(?:ignore|disregard|forget)\s{1,5}(?:all\s{1,5}|any\s{1,5})?(?:of\s{1,5})?(?:the\s{1,5}|your\s{1,5})?(?:previous|prior|above|earlier|other)\s{1,5}(?:instructions?|messages?|rules?|tools?)/i,
  /\b(?:do\s{1,5}not|don't|never)\s{1,5}(?:tell|mention|reveal|show|inform|notify|ask)\b[^.\n]{0,60}\b(?:user|person|human|anyone)\b/i,
  /\bwithout\s{1,5}(?:telling|asking|informing|notifying)\b[^.\n]{0,40}\b(?:user|person|human|anyone)\b/i,
  /\b(?:before|after)\s{1,5}(?:using|calling|running)\s{1,5}(?:this|any|every|other)\b[^.\n]{0,20}\btools?\b[^.\n]{0,80}/i,
  /\b(?:read|send|include|pass|attach)\b[^.\n]{0,60}(?:~\/\.ssh|id_rsa|\.env\b|credentials?\b|api keys?\b|passwords?\b)/i,
];

const maxLength = 200_000;

/** The phrases in a text that an admin should read twice, as they are written there. */
export function findFlaggedPhrases(text: string): string[] {
  const read = text.slice(0, maxLength);
  const found = [commandTags, ...steering].flatMap((pattern) =>
    [...read.matchAll(new RegExp(pattern, "gi"))].map(([phrase]) => phrase),
  );
  return [...new Set(found)].slice(0, 20);
}
