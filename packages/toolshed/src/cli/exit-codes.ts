interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

/** How commands end, by the code of the error. What is not listed here ends as `failed`. */
export const exitCodes = {
  ok: { code: 0, meaning: "The command did what it was asked to." },
  failed: { code: 1, meaning: "The operation failed, or a tool or script returned an error." },
  usage: {
    code: 2,
    meaning: "The command line is wrong: an unknown command or option, or a missing or invalid value.",
  },
  unreachable: { code: 3, meaning: "The gateway can't be reached, or didn't start." },
  refused: {
    code: 4,
    meaning: "Not permitted: the token is invalid, your role doesn't allow it, or it waits for an approval.",
  },
  crashed: {
    code: 70,
    meaning: "Only `toolshed start`: the gateway ended after an internal error and should be restarted.",
  },
  interrupted: { code: 130, meaning: "Canceled with Ctrl-C." },
} satisfies Record<string, ExitCode>;

export function exitCodeOf(errorCode: string | undefined): number {
  const known: Readonly<Record<string, ExitCode>> = exitCodes;
  const found = errorCode !== undefined && Object.hasOwn(known, errorCode) ? known[errorCode] : undefined;
  return (found ?? exitCodes.failed).code;
}
