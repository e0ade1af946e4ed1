// Each load is `{ name, step }`: `step({ url, person, round })` makes one request of that kind and waits for its end.
import { scriptLoads } from "./scripts.mjs";

export const loads = [...scriptLoads];
