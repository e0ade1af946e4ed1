/** What a provider says about a person, as far as it is used. */
export interface OpenIdProfile {
  sub: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  [claim: string]: unknown;
}

const timeoutMs = 10_000;
const maxNameLength = 100;
const maxEmailLength = 254;

/**
 * Reads it from an ID token that has been verified. Providers may keep the address for their user info;
 * that counts only if it is about the same person.
 */
export async function openIdProfile(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  userInfoUrl: string | undefined,
): Promise<OpenIdProfile | null> {
  if (!idToken) return null;
  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  if (typeof claims.sub !== "string" || !claims.sub) return null;
  if (typeof claims.email === "string" || !userInfoUrl || !accessToken) return toProfile(claims);

  const answer = await fetch(userInfoUrl, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) return null;
  const told = (await answer.json()) as Record<string, unknown>;
  return told.sub === claims.sub ? toProfile({ ...claims, ...told }) : null;
}

function toProfile({ sub, email, email_verified: verified, name }: Record<string, unknown>): OpenIdProfile {
  const address = typeof email === "string" && email.length <= maxEmailLength ? email.toLowerCase() : null;
  const called = typeof name === "string" && name.trim() ? name.trim() : (address ?? "");
  return {
    sub: String(sub),
    email: address,
    emailVerified: verified === true || verified === "true",
    name: called.slice(0, maxNameLength),
  };
}
