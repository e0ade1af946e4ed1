import { UserError } from "../user-error.ts";
import type { Accounts } from "./accounts.ts";
import type { Invitations } from "./invitations.ts";
import type { NewUser } from "./user.ts";

/** Makes the invited person a member. Nothing if the invitation is unknown, used or expired. */
export async function acceptInvitation(
  { accounts, invitations }: { accounts: Accounts; invitations: Invitations },
  code: string,
  person: Pick<NewUser, "name" | "email" | "password">,
): Promise<boolean> {
  const found = await invitations.find(code);
  if (!found) return false;
  if (found.email !== null && found.email !== person.email.toLowerCase()) {
    throw new UserError(`This invitation is for ${found.email}: use that address.`);
  }
  const invitation = await invitations.take(found.id);
  if (!invitation) return false;
  try {
    const { role, email } = invitation;
    // The inviting admin vouches for an address they put in the invitation.
    const member = await accounts.register({ ...person, role, emailVerified: email !== null });
    if (member) return true;
  } catch (error) {
    await invitation.restore();
    throw error;
  }
  await invitation.restore();
  throw new UserError(`${person.email} already has an account. Sign in, or use another address.`);
}
