/** What a person is asked: all that their answer is about. */
export const approvalMessage = (path: string, args: string, connection: string | null): string =>
  `Allow ${path} with ${args}${connection === null ? "" : `, by the connection ${connection}`}?`;
