import { SdkError } from "@toolshed/apps/app-bridge";
import { GatewayError, isExpired } from "./gateway.ts";

const LONGEST_MESSAGE = 200;

export const EXPIRED = "This View has expired. Ask to show it again.";

export interface Explanation {
  text: string;
  /** Whether trying again can help. */
  canRetry: boolean;
}

/** Says why the gateway or the host didn't open a View. */
export function explainOpenError(error: unknown): Explanation {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (isExpired(error)) return { text: EXPIRED, canRetry: false };
  if (error instanceof GatewayError) {
    return { text: `The View can't be opened: ${toSentence(message)}`, canRetry: error.code !== -32000 };
  }
  if (error instanceof SdkError && error.code === "REQUEST_TIMEOUT") {
    return { text: "The host didn't answer in time. Try again.", canRetry: true };
  }
  const reason = message ? ` It said: ${toSentence(message)}` : "";
  return {
    text: `This host refused the request that opens the View (the tool view_request).${reason}`,
    canRetry: true,
  };
}

function toSentence(message: string): string {
  const text = message.slice(0, LONGEST_MESSAGE);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
