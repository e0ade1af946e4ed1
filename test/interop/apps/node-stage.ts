import * as v0 from "../../peers/ext-apps-0.4.ts";
import * as v1 from "../../peers/ext-apps-1.7.ts";
import * as v2 from "../../peers/ext-apps-2.0.ts";
import * as ours from "./ours.ts";
import type { Pairing, Version } from "./pairings.ts";
import { createPortLink } from "./port-transport.ts";
import type { Stage } from "./scene.ts";

type Sdk = typeof v2;

const sdks: Record<Version, Sdk> = {
  "0.4": v0 as never,
  "1.7": v1 as never,
  "2.0": v2,
  ours: ours as never,
};

export function nodeStage({ view, host }: Pairing): Stage {
  return {
    createApp: (...args) => new sdks[view].App(...args),
    createBridge: (...args) => new sdks[host].AppBridge(...args),
    createLink: createPortLink,
  };
}
