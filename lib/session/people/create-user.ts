import { z } from 'zod';
import { type Role, roleSchema, type User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Auth } from '../context/create-auth.ts';
import { accounts, users } from '../context/tables.ts';

export const newUserSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  email: z.email('This is not an e-mail address.').max(254).toLowerCase(),
  /** Checked by `requireGoodPassword`. */
  password: z.string().max(1000),
});
export type NewUser = z.infer<typeof newUserSchema>;

/**
 * Makes an account with a password, inside the caller's transaction.
 * @param input.emailVerified true when somebody vouched for the address being this person's; false when they only said so
 * @throws ProblemError `conflict` when the address has an account already
 */
export async function createUser(
  auth: Auth,
  transaction: Transaction,
  input: NewUser & { role: Role; emailVerified?: boolean },
): Promise<User> {
  const { password } = await auth.$context;
  const hash = await password.hash(input.password);
  const user = await insertUser(transaction, { ...input, emailVerified: input.emailVerified ?? false });
  await transaction.insert(accounts).values({ id: newId(), accountId: user.id, providerId: 'credential', userId: user.id, password: hash });
  return user;
}

/** Makes an account without a way to sign in. @throws ProblemError `conflict` when the address has an account already */
export async function insertUser(
  transaction: Transaction,
  input: { name: string; email: string; role: Role; emailVerified: boolean },
): Promise<User> {
  const id = newId();
  const { name, role, emailVerified } = input;
  const email = input.email.toLowerCase();
  const made = await transaction
    .insert(users)
    .values({ id, name, email, role, emailVerified })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (made.length === 0) {
    const message = 'An account with this e-mail address already exists.';
    throw new ProblemError('conflict', message, { errors: [{ pointer: '/email', message }] });
  }
  return { id, name, email, role: roleSchema.parse(role) };
}
