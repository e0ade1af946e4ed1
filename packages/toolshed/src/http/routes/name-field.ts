import { z } from "zod";
import { cleanText } from "../../source/clean-text.ts";

/** A name that people read. What they can't see is removed, and something has to be left. */
export const nameField = z
  .string()
  .max(1_000)
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().min(1).max(100));
