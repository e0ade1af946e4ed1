/** Ways of speaking to the model behind the person's back. */
export const commandTags: RegExp =
  /<\/?\s{0,20}(?:important|system|instructions?|secret|hidden|admin|assistant)\b[^<>]{0,200}>/i;
