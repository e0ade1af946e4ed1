const secretName = /pass(word|wd|phrase)?|secret|token|api_?-?key|authorization|credential|private_?-?key/i;
/** Whether something of this name is a secret by all appearances. */
export const isSecretName = (name: string): boolean => secretName.test(name);

const maxLength = 2_000;

/** The arguments of a call as they may be kept: values with the name of a secret are masked, and long ones cut. */
export function maskArguments(args: unknown): string {
  const plain = JSON.stringify(args ?? {}) ?? "";
  // To look at every name takes several times as long.
  const json = isSecretName(plain) ? JSON.stringify(args, maskSecret) : plain;
  return json.length > maxLength ? `${json.slice(0, maxLength)}…` : json;
}

const maskSecret = (key: string, value: unknown): unknown =>
  key !== "" && isSecretName(key) ? "[masked]" : value;
