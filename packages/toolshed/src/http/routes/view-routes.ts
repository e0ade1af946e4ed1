import { dataBounds } from "../../json/parse-json.ts";
import { nobodyToAsk } from "../../source/source.ts";
import { viewRequestInput } from "../../view/views.ts";
import type { AppParts } from "../parts.ts";
import { route } from "./route.ts";

/** What Views ask for that the dashboard shows. */
export function viewRoutes({ views }: AppParts) {
  return [
    route(
      "POST /views/request",
      { body: viewRequestInput, maxValues: dataBounds.values },
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
