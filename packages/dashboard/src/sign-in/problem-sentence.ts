import type { SignInProblem } from "toolshed/api";

const sentences: Record<SignInProblem, string> = {
  not_invited: "You are not invited to this gateway. Ask one of its admins for an invitation.",
  email_not_verified: "Your provider hasn’t verified your email address. Verify it there, then try again.",
  account_exists: "You’re already a member. Sign in the way you did before.",
  cancelled: "Signing in was cancelled.",
  expired: "That took too long, or began in another browser. Try again.",
  unreachable: "The provider does not answer. Try again in a moment.",
  failed: "Couldn’t sign you in. Try again.",
};

/** What the address says went wrong. Any other code comes from the one-time sign-in link. */
export function problemSentence(error: string): string {
  return Object.hasOwn(sentences, error)
    ? sentences[error as SignInProblem]
    : "This link was already used or has expired.";
}
