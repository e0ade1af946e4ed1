const mask = "[redacted]";
/** Shorter ones would take words out of texts, and no service hands out keys like that. */
const minLength = 8;

/** Takes secrets out of plain data that a tool answers, in every form they have on the way. */
export function redact<T>(value: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return value;
  const forms = [...secrets].filter((secret) => secret.length >= minLength).flatMap(formsOf);
  return forms.length === 0 ? value : (clean(value, forms) as T);
}

/** Half of a surrogate pair has no form in URLs, and is never sent in one. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\uFFFD")),
  Buffer.from(secret).toString("base64"),
];

function clean(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === "string") return forms.reduce((text, form) => text.replaceAll(form, mask), value);
  if (Array.isArray(value)) return value.map((item) => clean(item, forms));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key, forms) as string, clean(item, forms)]),
  );
}
