import { team } from "../credential/connections.ts";
import { type Caller, isAdmin } from "./caller.ts";

interface Person {
  readonly role: string;
}

/** Why this person may not give or remove a role. `undefined` if they may. */
export function refuseToGive(actor: Person, role: string): string | undefined {
  if (role === "owner") return "There is one owner, and that does not change.";
  if (role === "admin" && actor.role !== "owner") return "Only the owner makes, demotes and removes admins.";
  return undefined;
}

/**
 * Why an admin may not remove a member or give that member another role. Nothing if they may.
 * Nobody may do either to themselves: an admin is managed by the owner, and the owner by nobody.
 */
export function refuseToManage(actor: Person, member: Person, nextRole?: string): string | undefined {
  if (member.role === "owner") return "Nobody can change or remove the owner.";
  return refuseToGive(actor, member.role) ?? (nextRole && refuseToGive(actor, nextRole));
}

/**
 * Why a caller may not make the gateway run a program of their choice. Nothing if they may.
 * A program acts as the operating-system user of the gateway, and can read all that the owner has: so an admin needs the
 * owner's permission.
 */
export function refusePrograms(actor: Person, mayAddPrograms: boolean): string | undefined {
  if (actor.role === "owner" || (actor.role === "admin" && mayAddPrograms)) return undefined;
  return 'Only the owner, or an admin the owner has allowed, can add a program. The owner can run "toolshed members programs <email> allow".';
}

/**
 * Why a caller may not see and import the servers that other programs on the gateway's machine have. Nothing if they may.
 * The files are those of the person whose machine it is: the owner, who sits at it.
 */
export function refuseLocalFiles(actor: Person, isOnMachine: boolean): string | undefined {
  if (actor.role !== "owner") return "Only the owner can import servers from files on the gateway's machine.";
  if (!isOnMachine)
    return "Open the dashboard on the gateway's own machine to import servers from its files.";
  return undefined;
}

/** Why a caller may not decide who else adds programs. Nothing if they may. */
export function refuseToAllowPrograms(actor: Person, member: Person | undefined): string | undefined {
  if (actor.role !== "owner") return "Only the owner decides who can add programs.";
  if (member && member.role !== "admin") return "Only an admin can be allowed to add programs.";
  return undefined;
}

/** Whose endpoints and approvals a caller manages: their own and, for admins, those of the team. */
export const ownersFor = (caller: Caller): string[] =>
  isAdmin(caller) ? [caller.userId, team] : [caller.userId];

/**
 * Whether a caller may read what a call answered. Everyone may read the results of their own calls. An admin may read
 * those of others only while the team keeps results: on a personal gateway no other person agreed to that.
 */
export const mayReadResult = (
  caller: Caller,
  call: { readonly userId: string },
  keepsResults: boolean,
): boolean => ownersFor(caller).includes(call.userId) || (isAdmin(caller) && keepsResults);
