import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { PersonName } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { users } from '../context/tables.ts';

const REVIEWING = ['reviewer', 'schema_owner', 'admin'];

/** Everyone with an account in use who may review documents, by name. */
export async function listPeopleNames(database: Database): Promise<PersonName[]> {
  return database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.role, REVIEWING), isNull(users.deactivatedAt)))
    .orderBy(asc(users.name));
}

/** A person whom documents can be given to. @throws ProblemError `invalid_request` (not there, or may only look) */
export async function requireReviewer(database: Database, id: string): Promise<PersonName> {
  const [person] = await database
    .select({ id: users.id, name: users.name, role: users.role, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, id));
  const fault =
    !person || person.deactivatedAt
      ? 'This person no longer has an account.'
      : REVIEWING.includes(person.role)
        ? null
        : `${person.name} can only view documents. Choose a reviewer.`;
  if (!person || fault)
    throw new ProblemError('invalid_request', fault ?? undefined, { errors: [{ pointer: '/person_id', message: fault ?? '' }] });
  return { id: person.id, name: person.name };
}
