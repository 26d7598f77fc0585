/** A list's query with `assigned_to=me` meaning the person who asks. */
export function ofPerson<Query extends { assigned_to?: string | undefined }>(query: Query, person: { id: string }): Query {
  return query.assigned_to === 'me' ? { ...query, assigned_to: person.id } : query;
}
