import type { ElicitResult } from "@toolshed/sdk";

/** For calls of which no person can be asked anything. */
export const nobodyToAsk = async (): Promise<ElicitResult> => ({ action: "unavailable" });
