// Each load is `{ name, step }`: `step({ url, owner, person, round, ask })` makes one request of that kind and waits for
// its end. `inFlight` is how many a person makes concurrently. `prepare(gateway)` runs before, where something has to be
// there first, and gives a function that removes it again.
import { readingLoads } from "./reading.mjs";
import { requestLoads } from "./requests.mjs";
import { scriptLoads } from "./scripts.mjs";
import { sourceLoads } from "./sources.mjs";

const groups = {
  "Other people's scripts": scriptLoads,
  "Other people's and strangers' requests": requestLoads,
  "Records and search": readingLoads,
  Sources: sourceLoads,
};

export const loads = Object.entries(groups).flatMap(([group, members]) =>
  members.map((load) => ({ group, ...load })),
);
