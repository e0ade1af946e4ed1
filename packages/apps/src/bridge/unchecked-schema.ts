/**
 * A schema that accepts anything, in the form of either major of the MCP SDK: what goes through the bridge is checked
 * there, by the same table for both.
 */
export const uncheckedSchema = {
  "~standard": { version: 1, vendor: "toolshed", validate: (value: unknown) => ({ value }) },
  safeParse: (data: unknown) => ({ success: true, data }),
} as const;
