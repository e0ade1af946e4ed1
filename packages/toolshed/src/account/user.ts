import { z } from "zod";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

export interface NewUser extends Omit<User, "id"> {
  readonly password: string;
  /** Whether someone other than the user vouches for the address. */
  readonly emailVerified: boolean;
}

export const minPasswordLength = 12;
export const maxPasswordLength = 128;

export const newPassword = z
  .string()
  .min(minPasswordLength, `at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `at most ${maxPasswordLength} characters`);
