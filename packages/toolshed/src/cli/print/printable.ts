/** Controls of the terminal, and characters that turn the direction of writing. */
const unsafe = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text of others as it may be shown on a terminal: what would move the cursor or hide something is spelled out. */
export const printable = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
