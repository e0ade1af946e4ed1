import type { Outline } from "../../review/outline-tool.ts";
import type { Pin, Pins } from "../../review/review.ts";
import type { ListedApi } from "../listed-api.ts";

/** The tools of a document as an admin sees them. */
export function pinTools({ listing, outlineOf }: ListedApi): Pins {
  return Object.fromEntries(
    listing.tools.map((listed) => {
      const pin: Pin = {
        hash: listed.hash,
        sensitive: !listed.readOnly || listed.authProvider !== undefined,
        // Only a tool that has changed, and a source that is stored, need this: a start does not.
        get outline(): Outline {
          return outlineOf(listed);
        },
      };
      return [listed.path, pin];
    }),
  );
}
