/** A list's query as this person asks it: filters like `assigned_to=me` mean them. */
export function ofPerson<Query extends object>(query: Query, person: { id: string }): Query & { askerId: string } {
  return { ...query, askerId: person.id };
}
