import { z } from "zod";
import { resultBounds } from "../../record/results/result-settings.ts";
import { adminsOnly } from "../guards/only.ts";
import type { AppParts } from "../parts.ts";
import { guarded, route } from "./route.ts";

const whole = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int().min(min).max(max);
const resultSettings = z.object({
  keep: z.boolean(),
  days: whole(resultBounds.days),
  maxBytes: whole(resultBounds.maxBytes),
  totalBytes: whole(resultBounds.totalBytes),
});

/** What admins set for the whole gateway. Everyone may know what is kept of their calls. */
export function settingRoutes({ results }: AppParts) {
  return [
    route("GET /settings/results", {}, async () => ({ ...(await results.describe()), bounds: resultBounds })),
    ...guarded(adminsOnly, [
      // Takes effect on the next call. Turning it off or on deletes what was kept before.
      route("PUT /settings/results", { body: resultSettings }, async ({ body }) => {
        await results.configure(body);
      }),
    ]),
  ];
}
