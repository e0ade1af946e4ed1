/** Ways of speaking to the model behind the person's back. */
export const commandTags: RegExp =
  /<\/?\s*(?:important|system|instructions?|secret|hidden|admin|assistant)\b[^>]*>/i;
