import { z } from "zod";
import { isAdmin } from "../../policy/caller.ts";
import { hourMs } from "../../record/call-stats.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

/** How many points a range has, and the hours of each. */
const ranges = { "24h": { points: 24, stepHours: 1 }, "7d": { points: 28, stepHours: 6 } };

const statsQuery = z.object({
  /** Everybody's calls are for admins; others get their own. */
  of: z.enum(["me", "all"]).default("me"),
  range: z.enum(["24h", "7d"]).default("24h"),
});

/** How calls went, and what search saves. Everyone sees their own, admins those of all. */
export function statsRoutes({ callStats, sentDefinitions }: AppParts) {
  return [
    route("GET /stats", { query: statsQuery }, async ({ query: { of, range }, caller }) => {
      const userId = of === "all" && isAdmin(caller) ? undefined : caller.userId;
      const { points, stepHours } = ranges[range];
      const step = Math.floor(Date.now() / hourMs / stepHours) + 1;
      const fromHour = (step - points) * stepHours;
      return {
        from: fromHour * hourMs,
        stepMs: stepHours * hourMs,
        ...(await callStats.read({ userId, fromHour, stepHours })),
        definitions: await sentDefinitions.read(userId),
      };
    }),
  ];
}
