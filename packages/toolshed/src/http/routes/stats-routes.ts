import { z } from "zod";
import { isAdmin } from "../../policy/caller.ts";
import { hourMs } from "../../store/stats/call-stats.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

const dayHours = 24;
/** The hours of a point. */
const stepHours = { "24h": 1, "7d": 6 };

/** The last 24 hours with the current one; today and the six days before. */
const firstHour = {
  "24h": (hour: number) => hour + 1 - dayHours,
  "7d": (hour: number) => (Math.floor(hour / dayHours) - 6) * dayHours,
};

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
      const fromHour = firstHour[range](Math.floor(Date.now() / hourMs));
      return {
        from: fromHour * hourMs,
        ...(await callStats.read({ userId, fromHour, stepHours: stepHours[range] })),
        definitions: await sentDefinitions.read(userId),
      };
    }),
  ];
}
