import { z } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { type Role, roleSchema, type User } from '#lib/contract/user.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database.ts';
import { type Auth, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './create-auth.ts';
import { accounts, users } from './tables.ts';

export const newUserSchema = z.object({
  name: z.string().trim().min(1, 'Say a name.').max(120),
  email: z.email('This is not an e-mail address.').max(254).toLowerCase(),
  password: z
    .string()
    .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
    .max(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters.`),
});
export type NewUser = z.infer<typeof newUserSchema>;

/**
 * Makes an account with a password, inside the caller's transaction.
 * @throws ProblemError `conflict` when the address has an account already
 */
export async function createUser(auth: Auth, transaction: Transaction, input: NewUser & { role: Role }): Promise<User> {
  const { password } = await auth.$context;
  const hash = await password.hash(input.password);
  const id = newId();
  const made = await transaction
    .insert(users)
    .values({ id, name: input.name, email: input.email, role: input.role, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (made.length === 0) throw new ProblemError('conflict', 'There is an account with this e-mail address already.');
  await transaction.insert(accounts).values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: hash });
  return { id, name: input.name, email: input.email, role: roleSchema.parse(input.role) };
}
