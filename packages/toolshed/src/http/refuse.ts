import { HTTPException } from "hono/http-exception";

/** Answers 403 if there is a reason to. */
export function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new HTTPException(403, { message: reason });
}
