import { z } from "zod";
import { isPattern } from "../../policy/path-pattern.ts";

/** As many as a scope or a role may have: each tool is compared with each of them. */
export const maxPatterns = 200;

/** The length is checked before each pattern is, so that a long list costs nothing. */
export const pathPatterns = z
  .array(z.string().max(300))
  .max(maxPatterns)
  .pipe(z.array(z.string().refine(isPattern, "not a pattern such as samples.notes.* or samples.**")));
