/** The option of every command that prints data. */
export const jsonOption = ["--json", "Print one JSON document"] as const;
