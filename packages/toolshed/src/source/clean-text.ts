/** Characters that a person does not see but a model reads, or that turn around what a person sees. */
const hidden =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Takes out what is meant for a model and not for people. */
export function cleanText(text: string): string {
  // Emoji are joined and coloured by two of these characters.
  return text
    .replace(escapes, "")
    .replace(controls, "")
    .replace(/(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu, "\ue000")
    .replace(/(?<=\p{Extended_Pictographic})\ufe0f/gu, "\ue001")
    .replace(hidden, "")
    .replaceAll("\ue000", "\u200d")
    .replaceAll("\ue001", "\ufe0f");
}
