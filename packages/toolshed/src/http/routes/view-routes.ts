import { z } from "zod";
import { dataBounds } from "../../json/parse-json.ts";
import { nobodyToAsk } from "../../source/source.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

const viewRequest = z.object({
  handle: z.string().max(10_000),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** What Views ask for that the dashboard shows. */
export function viewRoutes({ views }: AppParts) {
  return [
    route(
      "POST /views/request",
      { body: viewRequest, maxValues: dataBounds.values },
      ({ body, caller, context }) =>
        views.request({
          caller,
          client: caller.via,
          signal: context.req.raw.signal,
          elicit: nobodyToAsk,
          ...body,
        }),
    ),
  ];
}
