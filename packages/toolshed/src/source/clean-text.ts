/** Ways of speaking to the model behind the person's back. */
export const commandTags: RegExp =
  /<\/?\s{0,20}(?:important|system|instructions?|secret|hidden|admin|assistant)\b[^<>]{0,200}>/i;

/** Tells an admin that such a tag was found. */
export const tagsConcern = "it speaks to the model in tags";

/** Characters that a person does not see but a model reads, or that turn around what a person sees. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
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
