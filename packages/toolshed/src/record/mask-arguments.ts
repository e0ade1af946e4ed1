const secretName = /pass(word|wd|phrase)?|secret|token|api_?-?key|authorization|credential|private_?-?key/i;
const maxLength = 2_000;

/** The arguments of a call as they may be kept: values with the name of a secret are masked, and long ones cut. */
export function maskArguments(args: unknown): string {
  const json =
    JSON.stringify(args ?? {}, (key, value) => (key !== "" && secretName.test(key) ? "[masked]" : value)) ??
    "";
  return json.length > maxLength ? `${json.slice(0, maxLength)}…` : json;
}
