/** Why a person could not sign in with an OpenID provider. The sign-in page has a sentence for each. */
export type SignInProblem =
  /** Neither an invitation nor a domain lets this address in. */
  | "not_invited"
  /** The provider does not vouch for the address. */
  | "email_not_verified"
  /** An account with this address exists and signs in another way. */
  | "account_exists"
  /** The person, or the provider, broke it off. */
  | "cancelled"
  /** It took too long, or began in another browser. */
  | "expired"
  /** The provider does not answer, or not as it should. */
  | "unreachable"
  | "failed";
