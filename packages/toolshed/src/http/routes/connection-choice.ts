import { z } from "zod";
import { isConnectionName } from "../../credential/connections.ts";

/** Which connection of a provider is meant. */
export const connectionChoice = z.object({
  owner: z.enum(["person", "team"]).optional(),
  name: z
    .string()
    .trim()
    .refine(isConnectionName, "at most 50 letters, digits, spaces and . _ @ + -, such as work")
    .optional(),
});
