/** Something the person at the terminal can mend. The message is one sentence with the next step. */
export class UserError extends Error {}
