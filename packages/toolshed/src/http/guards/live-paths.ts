import { livePath } from "../../view/live/live-requests.ts";

const streams = new RegExp(`^${livePath}/([^/?]+)$`);
const all = new RegExp(`^${livePath}/([^/?]+)(?:/answers)?$`);

/** Whether pages that show Views send this. The only authority is a ticket in the body. */
export const isLivePath = (method: string | undefined, url: string): boolean =>
  method === "POST" && all.test(url);

/** Whether such a page keeps the request open to receive calls. */
export const isLiveStream = (method: string | undefined, url: string): boolean =>
  method === "POST" && streams.test(url);

/** The part of the path that says whose View it is. */
export const laneIn = (url: string): string | undefined => all.exec(url)?.[1];
